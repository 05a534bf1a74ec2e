import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { agentSettings } from '#main/engine/session/services/agent-settings.ts';
import { allServerTools } from '#main/mcp/tools/server-tools.ts';
import type { BrowserView } from '#main/tool/services/browser-service.ts';
import { Worktrees } from '#main/worktrees/worktrees.ts';
import type { LanguageService } from '#main/tool/services/language-service.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import { createLspTool } from '#main/tools/lsp/lsp-tool.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { text, toolUse, type Answer, type FixedAnswer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { serverAccess } from '#test/support/server-access.ts';
import { repositorySession } from '#test/support/repositories/repository-session.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';
import { parseSkillFile } from '#main/settings/skills/skill-definition-file.ts';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import { WebServer } from '#test/support/servers/web-server.ts';
import { hookOn } from '../unit/hooks/hook-fixture.ts';
import { PAGE } from './tool-output-cases/server-cases.ts';
import type { CaseInput, HeardCall, ToolCase } from './tool-output-cases/tool-case.ts';

const heardSchema = z.object({ tool_name: z.string(), tool_use_id: z.string(), tool_response: z.unknown() });

const engine = await createPermissionEngine();

const docs = {
  name: 'docs',
  listResources: () => Promise.resolve([{ uri: 'docs://a', name: 'A', mimeType: 'text/plain' }, { no: 'resource' }]),
  readResource: (uri: string) => Promise.resolve([{ uri, mimeType: 'text/plain', text: 'one' }]),
};

/** What a browser shows of a page. */
const VIEW: BrowserView = { url: 'https://example.com/', title: 'T', text: 'body', truncated: false, blocked: [] };

/** What a language server answers. */
function languageServer(projectDir: string): LanguageService {
  const items = [{ path: join(projectDir, 'src/a.ts'), line: 0, character: 6, kind: 'variable', name: 'a' }];
  return {
    isOffered: true,
    projectProgram: () => undefined,
    ask: () => Promise.resolve({ items, withheld: 0, isCut: false }),
    changed: () => undefined,
    takeProblems: () => undefined,
  };
}

function withLsp({ project }: TestSession, { tools, services }: ReturnType<ReturnType<typeof realTools>>) {
  const lsp = createLspTool({ projectDir: project.projectDir, isReadOnlyCommand: () => false, hasLanguageServer: () => true });
  return { services, tools: [...tools.filter(({ name }) => name !== lsp.name), lsp] };
}

export interface Heard {
  /** What hooks were told of the case's own call. */
  readonly output: unknown;
  /** What they were told of its worst inputs; those that failed are not among them. */
  readonly worst: readonly unknown[];
  /** The model's results of the worst inputs. */
  readonly finished: number;
}

/** Makes the calls of a case in a session with the real pipeline, and returns what a PostToolUse hook got. */
export async function hear(one: ToolCase): Promise<Heard> {
  await using web = await WebServer.start();
  web.page(PAGE, '<title>Guide</title><p>Some text</p>');
  let file = '';
  const heard = (): HeardCall[] => readHeard(file);
  const call = (id: string, tool: string, input: CaseInput): Answer => {
    const make = (): FixedAnswer => {
      const page = { tool_name: '', tool_use_id: '', tool_response: web.url(PAGE) };
      const earlier = heard();
      return { blocks: [toolUse(id, tool, typeof input === 'function' ? input(earlier.length === 0 ? [page] : earlier) : input)] };
    };
    return make;
  };
  const { before = [], model = [], worst } = one;
  // A background agent of an earlier call, or a wakeup, may ask for more.
  const spare = Array.from({ length: 10 }, () => ({ blocks: [text('Done.')] }));
  const needsAgent = before.filter(([tool]) => tool === 'Agent').map(() => ({ blocks: [text('Found.')] }));
  await using server = await MessagesServer.start(
    ...before.flatMap(([tool, input], index) => [call(`before-${String(index)}`, tool, input), ...(tool === 'Agent' ? needsAgent : [])]),
    call('the-call', one.tool, one.input),
    ...model,
    ...worst.map((input, index) => call(`worst-${String(index)}`, one.tool, input)),
    ...spare,
  );
  using programs = new TempProject(one.programs);
  for (const name of Object.keys(one.programs ?? {})) chmodSync(join(programs.projectDir, name), 0o755);
  const env = { ...one.env, PATH: `${programs.projectDir}:${process.env['PATH'] ?? ''}` };
  const options: Partial<TestSessionOptions> = {
    ...(one.files && { files: one.files, skills: skillsOf(one.files) }),
    engine,
    equip: (session) => withLsp(session, realTools(engine, {}, env)(session)),
    services: ({ project }) => ({
      web: web.service(),
      browser: { url: () => undefined, act: () => Promise.resolve(VIEW) },
      languages: languageServer(project.projectDir),
      notifier: { notify: () => Promise.resolve('shown' as const) },
      settings: agentSettings(new SettingsStore(project)),
      worktrees: new Worktrees({ projectDir: project.projectDir, env: process.env }),
    }),
    mcpTools: () => allServerTools(serverAccess(docs), 100_000),
    hooks: [hookOn('PostToolUse', { command: 'cat >> "$CLAUDE_PROJECT_DIR/.heard.jsonl"' })],
    env,
  };
  await using fixture = one.isRepository ? repositorySession(server.url, options) : new TestSession({ url: server.url, ...options });
  file = join(fixture.project.projectDir, '.heard.jsonl');
  const workflows: string[] = [];
  fixture.session.log.subscribe((event) => {
    if (event.type === 'workflow.started') workflows.push(event.data.runId);
    // One of them runs until its time limit, for which nothing here waits.
    if (event.type === 'call.finished' && event.data.callId === `worst-${worst.length - 1}`) {
      setImmediate(() => workflows.forEach((runId) => void fixture.session.controls.stopTask(runId)));
    }
    if (event.type !== 'call.asked') return;
    const { askId, digest, callId } = event.data.ask;
    const own = callId === 'the-call' ? one.answer : undefined;
    setImmediate(() => void fixture.session.answer(askId, digest, own ?? { type: 'allow_once' }));
  });
  await fixture.say('go');
  const responses = new Map(heard().map(({ tool_use_id, tool_response }) => [tool_use_id, tool_response]));
  const finished = fixture.all('call.finished');
  return {
    output: responses.get('the-call') ?? finished.find(({ callId }) => callId === 'the-call')?.content,
    worst: [...responses].filter(([id]) => id.startsWith('worst-')).map(([, response]) => response),
    finished: finished.filter(({ callId }) => callId.startsWith('worst-')).length,
  };
}

function skillsOf(files: Readonly<Record<string, string>>): SkillDefinition[] {
  return Object.entries(files).flatMap(([file, content]) => {
    const name = /^\.claude\/skills\/([^/]+)\/SKILL\.md$/u.exec(file)?.[1];
    if (name === undefined) return [];
    const parsed = parseSkillFile(content, { kind: 'skill', source: 'user', name, file, folder: `.claude/skills/${name}`, base: '.' });
    return 'definition' in parsed ? [parsed.definition] : [];
  });
}

function readHeard(file: string): HeardCall[] {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').trim().split('\n');
  } catch {
    // Nothing was heard yet.
    return [];
  }
  return lines.map((line) => heardSchema.parse(JSON.parse(line)));
}
