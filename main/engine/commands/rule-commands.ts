import type { Handlers } from '#main/host/engine-port.ts';
import pLimit from 'p-limit';
import { ruleReach } from '#main/permission/rule-meets.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { checkRule, listingRules } from '#main/settings/rule-list.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import type { CommandInput } from '#shared/contract/commands.ts';
import type { ruleCommands as contract } from '#shared/contract/commands/rule-commands.ts';
import type { RuleList } from '#shared/contract/project.ts';
import type { RuleDestination, RuleEntry } from '#shared/permission/rule.ts';
import { ruleMistake } from '#shared/permission/grammar.ts';
import { allowedNow } from '../rules/allowed-now.ts';
import { countAnsweredByRules } from '../rules/answered-by-rules.ts';
import { earlierRule } from '../rules/earlier-rules.ts';
import { editRules } from '../rules/edit-rules.ts';
import { withTrueAdvice } from '../rules/exact-advice.ts';
import { fileNotes } from '../rules/file-notes.ts';
import { withProjectNotes } from '../rules/notes-in-project.ts';
import { literalNotes } from '../rules/pattern-effect.ts';
import { whyStillAsks, withoutEffect } from '../rules/rule-effect.ts';
import { ruleNotes, unseenNotes, withoutUse, withRuleNotes } from '../rules/rule-notes.ts';
import { countWouldAnswer } from '../rules/would-answer.ts';
import type { EngineParts } from '../engine-parts.ts';
import { sessionRuleEntries } from '../session/permission-snapshot.ts';
import { contextForDrafts, draftEntries, withDraft } from '../rules/rule-drafts.ts';
import type { OpenSession } from '../session/open-session.ts';

export function ruleCommands({ bus, homeDir, stateDir, permissionEngine, projects, sessions }: EngineParts): Handlers<typeof contract> {
  const sessionOf = async (sessionId: string | undefined): Promise<OpenSession | undefined> =>
    sessionId === undefined ? undefined : sessions.get(sessionId);

  // One at a time: lists are answered in the order they were requested, so that a stale one never comes last.
  const oneAtATime = pLimit(1);
  const list = (projectDir: string, opened: OpenSession | undefined): Promise<RuleList> =>
    oneAtATime(async () => {
      const engine = await permissionEngine;
      const project = projects.get(projectDir);
      const settings = project.settings.current();
      const sessionRules = sessionRuleEntries(opened?.session.view.sessionRules ?? [], settings.managedRulesOnly);
      const context = contextForDrafts({ project, opened, homeDir, stateDir }, 'default');
      return inSlices(withProjectNotes(withRuleNotes(listingRules(settings, sessionRules)), context, engine));
    });

  /** Whether an allow rule would cover at least a part of an open request, or all of it with the others of its answer. */
  const coversAsk = async (
    text: string,
    { projectDir, sessionId, askId, destination, others = [] }: NonNullable<CommandInput<'rules.check'>['ask']>,
  ): Promise<boolean> => {
    const opened = await sessions.get(sessionId);
    const asked = opened.session.asked(askId);
    const ask = opened.session.view.asks.find((one) => one.askId === askId);
    // The request was settled in the meantime.
    if (!asked || !ask) return true;
    const draftContext = { project: projects.get(projectDir), opened, homeDir, stateDir };
    const context = contextForDrafts(draftContext, 'default');
    const engine = await permissionEngine;
    const facts = engine.analyse({ toolName: ask.toolName, input: asked.input, cwd: ask.cwd }, context);
    const entries = (texts: readonly string[]) => draftEntries(draftContext, { behavior: 'allow', texts: [...texts], destination });
    if (ruleReach(entries([text]), context)(facts)) return true;
    const together = [text, ...others.filter((other) => ruleMistake(other, 'allow') === undefined)];
    return engine.decide(facts, withDraft(context, entries(together), undefined)).behavior === 'allow';
  };

  const anywhere = makePermissionContext({ projectDir: homeDir, homeDir, stateDir });
  const unseenOf = async (text: string): Promise<ReturnType<typeof unseenNotes>> => {
    const rule = parsedRule(text, 'allow');
    if (rule.tool !== 'Bash' || rule.body.kind !== 'command' || rule.body.form !== 'exact') return [];
    const call = { toolName: rule.tool, input: { command: rule.body.text }, cwd: homeDir };
    return unseenNotes(rule, (await permissionEngine).analyse(call, anywhere));
  };

  /** What the other rules and the files of a project make of a draft. */
  const inProject = async (
    { behavior, text }: Pick<RuleEntry, 'text' | 'behavior'>,
    destination: RuleDestination,
    { projectDir, sessionId, replaces }: NonNullable<CommandInput<'rules.check'>['among']>,
  ): Promise<InProject> => {
    const draftContext = { project: projects.get(projectDir), opened: await sessionOf(sessionId), homeDir, stateDir };
    const context = contextForDrafts(draftContext, 'default');
    const engine = await permissionEngine;
    const earlier = earlierRule({ behavior, text }, withDraft(context, [], replaces), engine);
    const before = earlier ? [earlier] : [];
    const isLate = earlier?.severity === 'warning';
    if (behavior !== 'allow') return { earlier: before, files: [], ...(isLate && { asks: withoutEffect(earlier.message) }) };
    const entries = draftEntries(draftContext, { behavior, texts: [text], destination });
    const withIt = withDraft(context, entries, replaces);
    const asks = whyStillAsks(text, withIt, engine);
    if (asks !== undefined || isLate) return { earlier: before, files: [], asks };
    const literal = literalNotes(parsedRule(text, behavior), withIt, engine);
    return { earlier: before, files: [...literal, ...fileNotes(text, withIt, engine)] };
  };

  const adviceInProject = async (
    why: string,
    text: string,
    { projectDir, sessionId, replaces }: NonNullable<CommandInput<'rules.check'>['among']>,
  ): Promise<string> => {
    const draftContext = { project: projects.get(projectDir), opened: await sessionOf(sessionId), homeDir, stateDir };
    return withTrueAdvice(why, text, withDraft(contextForDrafts(draftContext, 'default'), [], replaces), await permissionEngine);
  };

  return {
    'rules.list': async ({ projectDir, sessionId }) => list(projectDir, await sessionOf(sessionId)),
    'rules.check': async ({ text, behavior, destination, ask, among = ask }) => {
      const { sentence, diagnostics } = checkRule(text, behavior, ask?.destination ?? destination);
      if (diagnostics.some(({ severity }) => severity === 'error')) return { sentence, diagnostics };
      const useless = behavior === 'allow' ? withoutUse(text) : undefined;
      const covers = behavior !== 'allow' || ask === undefined || (await coversAsk(text, ask));
      const notes = behavior === 'allow' ? ruleNotes(text, ask && (await sessions.get(ask.sessionId)).session.view.mode) : [];
      const notCovered = covers ? [] : [NOT_COVERED];
      if (useless !== undefined) {
        const why = among === undefined ? useless : await adviceInProject(useless, text, among);
        return { sentence: why, diagnostics: [...notCovered, ...diagnostics] };
      }
      const { earlier, files, asks } =
        among === undefined ? ANYWHERE : await inProject({ text, behavior }, ask?.destination ?? destination ?? 'local', among);
      if (asks !== undefined) return { sentence: asks, diagnostics: [...notCovered, ...diagnostics] };
      const unseen = behavior === 'allow' ? await unseenOf(text) : [];
      const said = [...earlier, ...notes, ...unseen, ...files].slice(0, MOST_NOTES);
      return { sentence, diagnostics: [...notCovered, ...said, ...diagnostics] };
    },
    'rules.allowing': async ({ projectDir, sessionId, askId }) => {
      const opened = await sessions.get(sessionId);
      const asked = opened.session.asked(askId);
      if (!asked) return { allowed: false, texts: [], folders: [] };
      const context = contextForDrafts({ project: projects.get(projectDir), opened, homeDir, stateDir }, 'current');
      const { toolName, cwd } = asked.ask;
      return allowedNow({ toolName, input: asked.input, cwd }, context, await permissionEngine);
    },
    'rules.answering': async (draft) => ({
      count: await countWouldAnswer(draft, { projects, sessions, homeDir, stateDir }, await permissionEngine),
    }),
    'rules.change': async ({ projectDir, sessionId, edits }) => {
      const opened = await sessionOf(sessionId);
      const project = projects.get(projectDir);
      const answered = await countAnsweredByRules(sessions, project.projectDir);
      const undo = await editRules(edits, project, opened);
      bus.send('rules.changed', { projectDir });
      return { list: await list(projectDir, opened), undo, answered: answered() };
    },
  };
}

/** More wouldn’t be read. */
const MOST_NOTES = 2;

type Notes = ReturnType<typeof ruleNotes>;

interface InProject {
  readonly earlier: Notes;
  readonly files: Notes;
  readonly asks?: string | undefined;
}

const ANYWHERE: InProject = { earlier: [], files: [] };

const NOT_COVERED = {
  severity: 'warning',
  message: 'Doesn’t cover this call: it is allowed now, and asked for again the next time.',
} as const;
