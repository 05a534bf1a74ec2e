/** The three channels between preload script and main. Nothing else is listened to. */
export const CHANNELS = { request: 'gatehouse:request', push: 'gatehouse:push', ack: 'gatehouse:ack' } as const;
