import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { collectSetUp } from '#main/engine/set-up/collect-set-up.ts';
import { switchedOffServers } from '#main/engine/set-up/switched-off-servers.ts';
import { stateDirPath } from '#main/engine/state-dir.ts';
import { ImportApprovals } from '#main/settings/import-approvals.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { realPath } from '#main/settings/real-path.ts';
import { printableJson } from '#shared/printable.ts';
import { describeSetUp } from './describe-set-up.ts';
import { folder, parseArguments } from './parse-arguments.ts';
import { EXIT } from './usage.ts';

interface DoctorIo {
  readonly stdout: Writable;
  readonly env: NodeJS.ProcessEnv;
}

/** `doctor`: prints what is set up for a folder and what each part does here. Runs nothing. The exit code is 1 if something is broken. */
export function doctor(args: readonly string[], { stdout, env }: DoctorIo): number {
  const { values } = parseArguments(args, {
    project: { type: 'string' },
    home: { type: 'string' },
    json: { type: 'boolean' },
    all: { type: 'boolean' },
  });
  const projectDir = realPath(folder(values.project ?? '.', '--project'));
  const homeDir = values.home === undefined ? homedir() : resolve(values.home);
  const stateDir = stateDirPath(env, homeDir);
  const options = { projectDir, homeDir, stateDir, env };
  const now = loadSettings(options);
  const trusted = now.trusted ? now : loadSettings({ ...options, asIfTrusted: true });
  const setUp = collectSetUp({
    now,
    trusted,
    projectDir,
    homeDir,
    imports: new ImportApprovals(stateDir),
    switchedOff: switchedOffServers(stateDir, projectDir),
  });
  stdout.write(values.json === true ? `${printableJson(setUp)}\n` : describeSetUp(setUp, { all: values.all ?? false }));
  return setUp.items.some(({ state }) => state === 'broken') ? EXIT.failed : EXIT.success;
}
