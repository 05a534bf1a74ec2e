import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

/** Number of sessions. */
const RUNS = Number(process.env['GATEHOUSE_FUZZ_RESTORES'] ?? 10);
const SEED = Number(process.env['GATEHOUSE_FUZZ_SEED'] ?? 1);

/** Few names, so that files, folders and links often collide. */
const path = fc.constantFrom('a', 'b', 'a/x', 'a/y', 'b/x', 'b/x/deep', 'c/-n', 'c/new\nline', 'kept.log', 'ignored/a', 'a/ignored/b');
const content = fc.constantFrom('', 'one', 'two\n', 'three\r\n\0', 'x'.repeat(5000));

const action = fc.oneof(
  fc.record({ do: fc.constant('write' as const), path, content }),
  fc.record({ do: fc.constant('remove' as const), path }),
  fc.record({ do: fc.constant('rename' as const), path, to: path }),
  fc.record({ do: fc.constant('link' as const), path, target: fc.constantFrom('a', '../b', '/etc/hostname', 'nowhere') }),
  fc.record({ do: fc.constant('chmod' as const), path, mode: fc.constantFrom(0o600, 0o644, 0o755, 0o640) }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

it('after any changes and any restore, covered files equal their checkpoint and ignored ones are untouched', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { maxLength: 6 }), { minLength: 1, maxLength: 4 }), fc.nat(), async (turns, choice) => {
      using temp = new CheckpointFixture({ '.gitignore': '*.log\nignored/\n', a: 'a', 'c/-n': 'n', 'kept.log': 'l', 'c/ignored/i': 'i' });
      const states: { messageId: string; files: Record<string, string> }[] = [];
      for (const work of turns) {
        const files = snapshot(temp, isCovered);
        const messageId = await temp.turn(() => work.forEach((each) => tryTo(each, temp)));
        states.push({ messageId, files });
      }
      const target = states[choice % states.length];
      const ignored = snapshot(temp, (name) => !isCovered(name));
      const { preview, done } = await temp.restoreBefore(target?.messageId ?? '');
      expect(snapshot(temp, (name) => !isCovered(name))).toEqual(ignored);
      const now = snapshot(temp, isCovered);
      // What an ignored file blocks, or was moved over, can't be restored, and is reported.
      const kept = preview.leftOut.items.filter(({ reason }) => reason === 'uncovered' || reason === 'unknown');
      const blocked = new Set([...done.failed, ...kept].map((named) => named.path));
      const expected = Object.entries(target?.files ?? {});
      expect(
        Object.keys(now)
          .filter((name) => !blocked.has(name))
          .toSorted(),
      ).toEqual(
        expected
          .map(([name]) => name)
          .filter((name) => !blocked.has(name))
          .toSorted(),
      );
      for (const [name, state] of expected) if (!blocked.has(name)) expect([name, now[name]]).toEqual([name, state]);
      for (const { why } of done.failed) expect(why).toMatch(/a folder that isn’t empty|isn’t covered/u);
    }),
    { numRuns: RUNS, seed: SEED },
  );
}, 240_000);

/** A folder whose name git ignores is ignored with its contents. */
function isCovered(name: string): boolean {
  const parts = name.split('/');
  return !parts.some((part) => part.endsWith('.log')) && !parts.slice(0, -1).includes('ignored');
}

function tryTo(step: Action, temp: CheckpointFixture): void {
  const file = temp.path(step.path);
  try {
    // Not through links: the agent may write elsewhere, but this tests the project.
    if (throughLink(temp, step.path) || (step.do === 'rename' && throughLink(temp, step.to))) return;
    if (step.do !== 'chmod') mkdirSync(dirname(step.do === 'rename' ? temp.path(step.to) : file), { recursive: true });
    if (step.do === 'write') writeFileSync(file, step.content);
    else if (step.do === 'remove') rmSync(file, { recursive: true, force: true });
    else if (step.do === 'rename') renameSync(file, temp.path(step.to));
    else if (step.do === 'link') symlinkSync(step.target, file);
    else if (lstatSync(file).isFile()) chmodSync(file, step.mode);
  } catch {
    // A folder where a file should be, or nothing there: a failing step changes nothing.
  }
}

function throughLink(temp: CheckpointFixture, name: string): boolean {
  return name
    .split('/')
    .some((_, index, parts) => lstatSync(temp.path(parts.slice(0, index + 1).join('/')), { throwIfNoEntry: false })?.isSymbolicLink());
}

/** Files by path: type, mode and content. */
function snapshot(temp: CheckpointFixture, wanted: (name: string) => boolean): Record<string, string> {
  const { projectDir } = temp;
  const state = (file: string): string => {
    const stat = lstatSync(file);
    return stat.isSymbolicLink() ? `link ${readlinkSync(file)}` : `${(stat.mode & 0o777).toString(8)} ${readFileSync(file, 'latin1')}`;
  };
  return Object.fromEntries(
    readdirSync(projectDir, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      // The listing follows links, whose files belong to another path.
      .filter((file) => wanted(relative(projectDir, file)) && !throughLink(temp, dirname(relative(projectDir, file))))
      .toSorted()
      .map((file) => [relative(projectDir, file), state(file)]),
  );
}
