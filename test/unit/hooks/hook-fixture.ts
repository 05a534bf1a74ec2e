import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { HookRunner, type HookEventInput } from '#main/hooks/hook-runner.ts';
import type { HookVerdict } from '#main/hooks/combine.ts';
import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { ConfiguredHook, HookConfig } from '#shared/settings/hook-config.ts';
import type { HookEvent, HookHandlerSettings } from '#shared/settings/hook-settings.ts';
import { TempProject } from '#test/support/temp-project.ts';

export const NO_HOOKS: HookConfig = { entries: [], allowedHttpUrls: undefined, httpEnvVars: undefined, mayAllow: true };

export function hookOn(event: HookEvent, handler: Partial<HookHandlerSettings>, matcher = ''): ConfiguredHook {
  return {
    event,
    matcher,
    handler: { type: 'command', ...handler },
    source: 'user',
    file: '/home/u/.claude/settings.json',
    fromRepository: false,
  };
}

/** A hook runner over a temporary project, and its events. */
export class HookFixture implements AsyncDisposable {
  readonly project = new TempProject();
  readonly events: NewSessionEvent[] = [];
  readonly sessionDir = join(this.project.stateDir, 'session');
  config: HookConfig = NO_HOOKS;
  env: Record<string, string | undefined> = { PATH: process.env['PATH'], TOKEN: 'secret', OTHER: 'hidden' };
  readonly programEnv: Record<string, string> = {};
  readonly runner: HookRunner;

  constructor(...entries: ConfiguredHook[]) {
    mkdirSync(this.sessionDir, { recursive: true });
    this.config = { ...NO_HOOKS, entries };
    this.runner = new HookRunner({
      config: () => this.config,
      sessionId: 's1',
      sessionDir: this.sessionDir,
      projectDir: this.project.projectDir,
      env: () => this.env,
      programEnv: this.programEnv,
      append: (event) => void this.events.push(event),
    });
  }

  run(event: HookEvent, more: Partial<HookEventInput> = {}): Promise<HookVerdict> {
    return this.runner.run({
      event,
      fields: { tool_name: 'Bash', tool_input: { command: 'ls' } },
      cwd: this.project.projectDir,
      signal: new AbortController().signal,
      ...more,
    });
  }

  get ran(): EventBody<'hook.ran'>[] {
    return this.events.flatMap((event) => (event.type === 'hook.ran' ? [event.data] : []));
  }

  get notices(): string[] {
    return this.events.flatMap((event) => (event.type === 'notice' ? [event.data.text] : []));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.runner.dispose();
    this.project[Symbol.dispose]();
  }
}

/** A shell command that prints the text and exits with the code. */
export function printing(text: string, exitCode = 0, stderr = ''): string {
  return `cat >/dev/null; printf %s ${quote(text)}; printf %s ${quote(stderr)} >&2; exit ${exitCode}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
