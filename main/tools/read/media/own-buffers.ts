/** The memory of `arrays` that can be moved to another thread without a copy, because nothing else lies in it. */
export function ownBuffers(arrays: readonly Uint8Array[]): ArrayBuffer[] {
  return arrays.flatMap(({ buffer, byteLength }) => (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []));
}
