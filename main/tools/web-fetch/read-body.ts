/** Bytes after decompression. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Reads a body up to a limit that counts decompressed bytes, so that neither an endless nor a compressed one fills the memory.
 * @throws Error, worded for the model, above the limit.
 */
export async function readBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body) {
    // Leaving the loop cancels the body.
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error(`The page is larger than ${MAX_BYTES / 1024 / 1024} MB.`);
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}
