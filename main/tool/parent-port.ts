/** The part of Electron's `process.parentPort` that is used. */
export interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** The port of a utility process of Electron to main; `undefined` in any other process. */
export function parentPort(): ParentPort | undefined {
  const port: unknown = Reflect.get(process, 'parentPort');
  return isPort(port) ? port : undefined;
}

function isPort(value: unknown): value is ParentPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value;
}
