/** The three channels between preload script and main. No others are used. */
export const CHANNELS = { request: 'gatehouse:request', push: 'gatehouse:push', ack: 'gatehouse:ack' } as const;
