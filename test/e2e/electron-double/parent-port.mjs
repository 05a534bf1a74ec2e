// Loaded with --import into a forked process: gives it the `process.parentPort` of a utility process.
import { EventEmitter } from 'node:events';

const port = Object.assign(new EventEmitter(), { postMessage: (message) => void process.send?.(message) });
process.on('message', (data) => port.emit('message', { data }));
process.on('disconnect', () => process.exit());
process.parentPort = port;
