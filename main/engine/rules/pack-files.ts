import { readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { MAX_PACK_BYTES, type ParsedPack, parseRulePack } from '#shared/permission/rule-pack.ts';
import { RULE_PACK_FOLDER } from '#shared/permission/rule-pack-folder.ts';

const MAX_PACKS = 50;

/** The packs that a repository contains, with what is wrong with those that can't be read. They have no effect by themselves. */
export function listPackFiles(projectDir: string): CommandOutput<'packs.list'>['packs'] {
  return namesIn(join(projectDir, RULE_PACK_FOLDER))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .slice(0, MAX_PACKS)
    .map((fileName) => {
      const read = readPackFile(projectDir, fileName);
      if (!read.ok) return { fileName, name: fileName, description: '', rules: 0, problem: read.message };
      return { fileName, name: read.pack.name, description: read.pack.description, rules: read.pack.rules.length };
    });
}

/** Reads one of them. A link that leads out of the project folder isn't followed. */
export function readPackFile(projectDir: string, fileName: string): ParsedPack {
  if (fileName.includes('/') || fileName.includes(sep))
    throw new AppError('invalid_input', 'Name a file of the pack folder, without a path.');
  const path = join(projectDir, RULE_PACK_FOLDER, fileName);
  if (!leadsInside(path, projectDir)) return { ok: false, message: 'The file doesn’t exist, or is outside the project folder.' };
  const file = readBounded(path, MAX_PACK_BYTES);
  if (file.kind === 'missing') return { ok: false, message: 'The file doesn’t exist.' };
  return file.kind === 'unreadable' ? { ok: false, message: file.reason } : parseRulePack(file.text, fileName);
}

function leadsInside(path: string, projectDir: string): boolean {
  try {
    return isInside(realpathSync(path), realpathSync(projectDir));
  } catch {
    // It doesn't exist, or its links lead nowhere.
    return false;
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    // No packs, or no folder that can be listed.
    return [];
  }
}
