import type { Handlers } from '#main/host/engine-port.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { AppError } from '#shared/contract/app-error.ts';
import type { backtestCommands as contract } from '#shared/contract/commands/backtest-commands.ts';
import { callFactsSchema } from '#shared/permission/facts.ts';
import { parseJson } from '#shared/json-limits.ts';
import { suggestedWidths } from '#main/backtest/past-call.ts';
import type { EngineParts } from '../engine-parts.ts';
import { contextForDrafts, draftEntries, type DraftContext, rulesForCall, triedCall, withDraft } from '../rules/rule-drafts.ts';

/** Calls whose answers an open request is compared with. */
const LEARNED_FROM = 2000;
const MAX_DISMISSED = 1000;
const fileSchema = z.array(z.object({ projectDir: z.string(), texts: z.array(z.string()) }));

/** Suggested rules the user dismissed, in `<stateDir>/dismissed-suggestions.json`. A broken file is treated as empty. */
class DismissedSuggestions {
  readonly #file: string;

  constructor(stateDir: string) {
    this.#file = join(stateDir, 'dismissed-suggestions.json');
  }

  has(projectDir: string): (texts: readonly string[]) => boolean {
    const known = new Set(this.#list().flatMap((one) => (one.projectDir === projectDir ? [one.texts.join('\0')] : [])));
    return (texts) => known.has(texts.join('\0'));
  }

  async add(projectDir: string, texts: readonly string[]): Promise<void> {
    if (this.has(projectDir)(texts)) return;
    const all = [...this.#list(), { projectDir, texts: [...texts] }].slice(-MAX_DISMISSED);
    await writeFileAtomic(this.#file, `${JSON.stringify(all)}\n`, { mode: 0o600 });
  }

  #list(): z.output<typeof fileSchema> {
    try {
      return fileSchema.parse(parseJson(readFileSync(this.#file, 'utf8')));
    } catch {
      // None dismissed yet, or damaged: they are suggested again.
      return [];
    }
  }
}

/** The effect of rules and drafts on past calls and on made-up ones. Nothing here runs anything. */
export function backtestCommands({
  homeDir,
  stateDir,
  files,
  projects,
  sessions,
  permissionEngine,
  backtester,
}: EngineParts): Handlers<typeof contract> {
  const dismissed = new DismissedSuggestions(stateDir);
  const contextOf = async (projectDir: string, sessionId: string | undefined): Promise<DraftContext> => ({
    project: projects.get(projectDir),
    opened: sessionId === undefined ? undefined : await sessions.get(sessionId),
    homeDir,
    stateDir,
  });

  return {
    'rules.backtest': async ({ projectDir, sessionId, draft, limit, slot }, { windowId }) => {
      const draftContext = await contextOf(projectDir, sessionId);
      return backtester.backtest(`${windowId} ${slot}`, {
        type: 'backtest',
        sessionsDir: files.folderOf(projectDir),
        limit,
        job: { context: contextForDrafts(draftContext, 'default'), draft: draftEntries(draftContext, draft), replaces: draft.replaces },
      });
    },
    'rules.usage': async ({ projectDir, sessionId, limit }, { windowId }) => {
      const context = contextForDrafts(await contextOf(projectDir, sessionId), 'default');
      const usage = await backtester.usage(windowId, { type: 'usage', sessionsDir: files.folderOf(projectDir), limit, context });
      const isDismissed = dismissed.has(projectDir);
      return { ...usage, suggestions: usage.suggestions.filter(({ texts }) => !isDismissed(texts)) };
    },
    'rules.completions': async (input, { windowId }) => {
      const { projectDir } = projects.get(input.projectDir);
      const { limit } = input;
      const job = { type: 'completions', sessionsDir: files.folderOf(projectDir), limit, projectDir } as const;
      return { completions: await backtester.completions(windowId, job) };
    },
    'rules.learned': async ({ projectDir, sessionId, askId }, { windowId }) => {
      const draftContext = await contextOf(projectDir, sessionId);
      const ask = draftContext.opened?.session.view.asks.find((one) => one.askId === askId);
      const isDismissed = dismissed.has(projectDir);
      const suggested = ask ? suggestedWidths(ask).filter(({ rules }) => !isDismissed(rules)) : [];
      if (suggested.length === 0) return { learned: null };
      const learned = await backtester.learned(`${windowId} ${askId}`, {
        type: 'learned',
        sessionsDir: files.folderOf(projectDir),
        limit: LEARNED_FROM,
        context: contextForDrafts(draftContext, 'default'),
        suggested,
      });
      return { learned };
    },
    'rules.dismiss': async ({ projectDir, texts }) => {
      await dismissed.add(projects.get(projectDir).projectDir, texts);
      return {};
    },
    'rules.try': async ({ projectDir, sessionId, call, draft }) => {
      const draftContext = await contextOf(projectDir, sessionId);
      const engine = await permissionEngine;
      const context = contextForDrafts(draftContext, 'current');
      const facts = engine.analyse(triedCall(call, { projectDir, homeDir }), context);
      return {
        now: engine.decide(facts, context),
        withDraft: draft ? engine.decide(facts, withDraft(context, draftEntries(draftContext, draft), draft.replaces)) : null,
      };
    },
    'rules.forCall': async ({ projectDir, sessionId, callId }) => {
      const draftContext = await contextOf(projectDir, sessionId);
      const events = draftContext.opened?.session.log.events ?? [];
      const decided = events.findLast((event) => event.type === 'call.decided' && event.data.callId === callId);
      const queued = events.findLast((event) => event.type === 'call.queued' && event.data.callId === callId);
      const facts = callFactsSchema.safeParse(decided?.type === 'call.decided' ? decided.data.facts : undefined);
      if (!facts.success) throw new AppError('not_found', 'This call hasn’t been decided yet, so no rule can be made from it.');
      const { texts, destination } = rulesForCall(facts.data, contextForDrafts(draftContext, 'default'), await permissionEngine);
      return { behavior: 'allow', texts, destination, summary: queued?.type === 'call.queued' ? queued.data.view.summary : '' };
    },
  };
}
