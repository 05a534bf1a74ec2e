import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { appRoot } from '#main/app-root.ts';
import { APP_ID } from '#main/host/electron/app-id.ts';

const require = createRequire(import.meta.url);
const text = readFileSync(join(appRoot, 'electron-builder.yml'), 'utf8');
const config: unknown = parse(text);

const targetSchema = z.array(z.object({ target: z.string(), arch: z.array(z.string()) }));
const shape = z.object({
  mac: z.object({ target: targetSchema }),
  win: z.object({ target: targetSchema }),
  linux: z.object({ target: targetSchema }),
});

describe('electron-builder.yml', () => {
  it('is valid by electron-builder’s own schema', () => {
    const schema: unknown = JSON.parse(readFileSync(require.resolve('app-builder-lib/scheme.json'), 'utf8'));
    const validate = new Ajv({ strict: false, allErrors: true }).compile(z.record(z.string(), z.unknown()).parse(schema));
    validate(config);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('builds each target for x64 and arm64', () => {
    const { mac, win, linux } = shape.parse(config);
    const targets = [mac, win, linux].flatMap(({ target }) => target);
    expect(targets.map(({ target }) => target)).toEqual(['dmg', 'zip', 'nsis', 'AppImage', 'deb', 'rpm']);
    for (const { target, arch } of targets) expect(arch, target).toEqual(['x64', 'arm64']);
  });

  it('has the id that the app gives itself on Windows', () => {
    expect(config).toMatchObject({ appId: APP_ID });
  });

  it('names only files of this repository', () => {
    const named = [...text.matchAll(/resources\/package\/[\w./-]+/gu)].map(([file]) => file);
    expect(named.length).toBeGreaterThan(4);
    for (const file of named) expect(existsSync(join(appRoot, file)), file).toBe(true);
  });

  it('has icons in the formats of all systems', () => {
    const icons = join(appRoot, 'resources/package');
    expect(readFileSync(join(icons, 'icon.icns')).subarray(0, 4).toString('latin1')).toBe('icns');
    expect([...readFileSync(join(icons, 'icon.ico')).subarray(0, 6)]).toEqual([0, 0, 1, 0, 7, 0]);
    const sizes = readdirSync(join(icons, 'icons')).map((name) => {
      const png = readFileSync(join(icons, 'icons', name));
      expect(name).toBe(`${String(png.readUInt32BE(16))}x${String(png.readUInt32BE(20))}.png`);
      return png.readUInt32BE(16);
    });
    expect(sizes.toSorted((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512]);
  });
});
