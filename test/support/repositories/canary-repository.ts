import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Every setting that makes a repository name a program; `$` stands for the program. */
const KEYS: readonly (readonly [key: string, value: string])[] = [
  ['alias.config', '!$'],
  ['alias.diff-tree', '!$'],
  ['alias.fast-import', '!$'],
  ['alias.ls-files', '!$'],
  ['alias.status', '!$'],
  ['browser.canary.cmd', '$'],
  ['core.alternateRefsCommand', '$'],
  ['core.askPass', '$'],
  ['core.editor', '$'],
  ['core.fsmonitor', '$'],
  ['core.gitProxy', '$'],
  ['core.pager', '$'],
  ['core.sshCommand', '$'],
  ['credential.helper', '!$'],
  ['credential.https://example.org.helper', '!$'],
  ['diff.canary.command', '$'],
  ['diff.canary.textconv', '$'],
  ['diff.external', '$'],
  ['difftool.canary.cmd', '$'],
  ['fetch.recurseSubmodules', 'true'],
  ['filter.canary.clean', '$'],
  ['filter.canary.process', '$'],
  ['filter.canary.required', 'true'],
  ['filter.canary.smudge', '$'],
  ['gpg.program', '$'],
  ['gpg.ssh.program', '$'],
  ['gpg.x509.program', '$'],
  ['hook.canary.command', '$'],
  ['hook.canary.event', 'post-index-change'],
  ['interactive.diffFilter', '$'],
  ['log.showSignature', 'true'],
  ['man.canary.cmd', '$'],
  ['merge.canary.driver', '$'],
  ['mergetool.canary.cmd', '$'],
  ['pager.config', '$'],
  ['pager.ls-files', '$'],
  ['pager.status', '$'],
  ['protocol.allow', 'always'],
  ['protocol.ext.allow', 'always'],
  ['remote.origin.promisor', 'true'],
  ['remote.origin.receivepack', '$'],
  ['remote.origin.uploadpack', '$'],
  ['remote.origin.url', 'ext::$ %S'],
  ['remote.origin.vcs', 'canary'],
  ['sequence.editor', '$'],
  ['status.submoduleSummary', 'true'],
  ['submodule.recurse', 'true'],
  ['submodule.sub.update', '!$'],
  ['submodule.sub.url', 'ext::$ %S'],
  ['trailer.canary.cmd', '$'],
  ['uploadpack.packObjectsHook', '$'],
];

const HOOKS = ['fsmonitor-watchman', 'post-checkout', 'post-commit', 'post-index-change', 'pre-commit', 'reference-transaction'];

/** Environment variables that make git run a program. */
const PROGRAM_VARIABLES = [
  'EDITOR',
  'GIT_ASKPASS',
  'GIT_EDITOR',
  'GIT_EXTERNAL_DIFF',
  'GIT_PAGER',
  'GIT_PROXY_COMMAND',
  'GIT_SEQUENCE_EDITOR',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'PAGER',
  'SSH_ASKPASS',
  'VISUAL',
];

/** Where the settings are written. */
export const CANARY_PLACES = ['config', 'config.worktree', 'include', 'includeIf', 'submodule', 'nested repository'] as const;
export type CanaryPlace = (typeof CANARY_PLACES)[number];

/** A program that leaves a mark when it runs, and repositories that would make git run it. */
export class CanaryRepository {
  readonly #projectDir: string;
  readonly #mark: string;
  readonly #program: string;

  /** @param outside an existing folder next to the project. */
  constructor(projectDir: string, outside: string) {
    this.#projectDir = projectDir;
    this.#mark = join(outside, 'canary-ran');
    this.#program = join(outside, 'canary.sh');
    writeFileSync(this.#program, `#!/bin/sh\necho "$0 $*" >> '${this.#mark}'\ncat\n`);
    chmodSync(this.#program, 0o755);
    const tools = join(outside, 'exec-path');
    mkdirSync(tools);
    for (const name of ['config', 'status', 'ls-files', 'diff-tree', 'fast-import', 'pack-objects', 'remote-canary', 'remote-ext']) {
      writeFileSync(join(tools, `git-${name}`), readFileSync(this.#program), { mode: 0o755 });
    }
  }

  /** What ran; empty when nothing did. */
  get ran(): string {
    return existsSync(this.#mark) ? readFileSync(this.#mark, 'utf8') : '';
  }

  forget(): void {
    rmSync(this.#mark, { force: true });
  }

  /** Environment for the process that starts git. */
  variables(): Record<string, string> {
    const outside = dirname(this.#program);
    const config = join(outside, 'hostile-config');
    writeFileSync(config, this.#settings());
    return {
      ...Object.fromEntries(PROGRAM_VARIABLES.map((name) => [name, this.#program])),
      GIT_CONFIG: config,
      GIT_CONFIG_GLOBAL: config,
      GIT_CONFIG_SYSTEM: config,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: this.#program,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${this.#program}'`,
      GIT_EXEC_PATH: join(outside, 'exec-path'),
      GIT_TEMPLATE_DIR: join(outside, 'templates'),
    };
  }

  /** Makes the project a repository with every setting in that file, and a file that must be compared by content. */
  make(temp: CanaryPlace): void {
    this.#git('init', '-q');
    writeFileSync(join(this.#projectDir, 'changed.txt'), 'before\n');
    writeFileSync(join(this.#projectDir, '.gitattributes'), '* filter=canary diff=canary merge=canary text ident\n');
    this.#git('add', '-A');
    this.#git('commit', '-qm', 'first');
    // The same size, so that git must read it to know.
    writeFileSync(join(this.#projectDir, 'changed.txt'), 'after.\n');
    const gitDir = join(this.#projectDir, '.git');
    this.#putHooks(join(gitDir, 'hooks'));
    if (temp === 'config') this.#append(join(gitDir, 'config'));
    if (temp === 'config.worktree') {
      this.#git('config', 'extensions.worktreeConfig', 'true');
      this.#append(join(gitDir, 'config.worktree'));
    }
    if (temp === 'include' || temp === 'includeIf') {
      this.#append(join(gitDir, 'included'));
      this.#git('config', temp === 'include' ? 'include.path' : `includeIf.gitdir:${gitDir}.path`, 'included');
    }
    if (temp === 'submodule' || temp === 'nested repository') this.#makeInner(temp === 'submodule');
  }

  /** Like a user's own `git status`; its output doesn't matter. */
  status(): void {
    try {
      execFileSync('git', ['status', '--short'], { cwd: this.#projectDir, stdio: 'ignore' });
    } catch {
      // The canary is no working filter, so git may fail.
    }
  }

  #makeInner(isSubmodule: boolean): void {
    const inner = join(this.#projectDir, 'sub');
    mkdirSync(inner);
    this.#git('-C', inner, 'init', '-q');
    writeFileSync(join(inner, 'x.txt'), 'before\n');
    this.#git('-C', inner, 'add', '-A');
    this.#git('-C', inner, 'commit', '-qm', 'first');
    if (isSubmodule) this.#git('add', 'sub');
    writeFileSync(join(inner, 'x.txt'), 'after.\n');
    writeFileSync(join(inner, '.gitattributes'), '* filter=canary\n');
    this.#append(join(inner, '.git/config'));
    this.#putHooks(join(inner, '.git/hooks'));
  }

  #putHooks(dir: string): void {
    mkdirSync(dir, { recursive: true });
    for (const hook of HOOKS) writeFileSync(join(dir, hook), readFileSync(this.#program), { mode: 0o755 });
  }

  #append(file: string): void {
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
    writeFileSync(file, `${before}\n${this.#settings()}`);
  }

  /** As a configuration file. */
  #settings(): string {
    const hooks = join(dirname(this.#program), 'hooks');
    this.#putHooks(hooks);
    return [...KEYS, ['core.hooksPath', hooks] as const]
      .map(([key, value]) => {
        const [section, name] = [key.slice(0, key.indexOf('.')), key.slice(key.lastIndexOf('.') + 1)];
        const subsection = key.slice(section.length + 1, -name.length - 1);
        const quoted = value.replaceAll('$', this.#program);
        return `[${section}${subsection === '' ? '' : ` "${subsection}"`}]\n\t${name} = "${quoted}"\n`;
      })
      .join('');
  }

  #git(...args: string[]): void {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: this.#projectDir, stdio: 'ignore' });
  }
}
