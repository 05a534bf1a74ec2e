import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import type { Plugin } from 'vite';
import { z } from 'zod';

const mapShape = z.looseObject({ mappings: z.string() });
const BEYOND_ASCII = /[\u0080-\uffff]/g;
/** Of `\uXXXX`. */
const ESCAPE_LENGTH = 6;

/**
 * Writes a bundle in ASCII, with escapes for other characters. V8 keeps source text as long as the program runs, and one typographic quote
 * makes all of a file two bytes a character and slower to read. Works on what was written, since minifying undoes escapes; source maps are
 * moved along. In a tagged template the escape would stay one: `String.raw` is only used for patterns here, where it means the same.
 */
export function asciiOutput(): Plugin {
  return {
    name: 'ascii-output',
    async writeBundle({ dir = '.' }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      await Promise.all(chunks.map(({ fileName }) => toAscii(path.join(dir, fileName))));
    },
  };
}

async function toAscii(file: string): Promise<void> {
  const code = await readFile(file, 'utf8');
  const wide = code.split('\n').map((line) => [...line.matchAll(BEYOND_ASCII)].map(({ index }) => index));
  if (wide.every(({ length }) => length === 0)) return;
  const { mappings, ...map } = mapShape.parse(JSON.parse(await readFile(`${file}.map`, 'utf8')));
  const lines = decode(mappings);
  for (const [at, line] of lines.entries()) {
    const columns = wide[at] ?? [];
    let before = 0;
    for (const segment of line) {
      while ((columns[before] ?? Infinity) < segment[0]) before += 1;
      segment[0] += before * (ESCAPE_LENGTH - 1);
    }
  }
  await writeFile(file, code.replaceAll(BEYOND_ASCII, escaped));
  await writeFile(`${file}.map`, JSON.stringify({ ...map, mappings: encode(lines) }));
}

function escaped(unit: string): string {
  return `\\u${unit
    .charCodeAt(0)
    .toString(16)
    .padStart(ESCAPE_LENGTH - 2, '0')}`;
}
