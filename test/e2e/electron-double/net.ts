import { EventEmitter } from 'node:events';
import { request, type RequestOptions } from 'node:http';

/** Electron's requests, by Node's, without redirects. */
export const net = {
  request(options: RequestOptions): EventEmitter & { end(): void; abort(): void } {
    const own = request({ ...options, agent: false }, (response) => emitter.emit('response', response));
    const emitter = Object.assign(new EventEmitter(), { end: () => void own.end(), abort: () => void own.destroy() });
    own.on('error', (error) => emitter.emit('error', error));
    return emitter;
  },
};
