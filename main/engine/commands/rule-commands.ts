import type { Handlers } from '#main/host/engine-port.ts';
import pLimit from 'p-limit';
import { isTooBroadForAuto } from '#main/permission/classifier/broad-rules.ts';
import { ruleReach } from '#main/permission/rule-meets.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import { checkRule, listingRules } from '#main/settings/rule-list.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import type { CommandInput } from '#shared/contract/commands.ts';
import type { ruleCommands as contract } from '#shared/contract/commands/rule-commands.ts';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { Steps } from '#shared/steps.ts';
import { editRules } from '../rules/edit-rules.ts';
import type { EngineParts } from '../engine-parts.ts';
import { sessionRuleEntries } from '../session/permission-snapshot.ts';
import { contextForDrafts, draftEntries } from '../rules/rule-drafts.ts';
import type { OpenSession } from '../session/open-session.ts';

export function ruleCommands({ bus, homeDir, stateDir, permissionEngine, projects, sessions }: EngineParts): Handlers<typeof contract> {
  const sessionOf = async (sessionId: string | undefined): Promise<OpenSession | undefined> =>
    sessionId === undefined ? undefined : sessions.get(sessionId);

  // One at a time: lists are answered in the order they were requested, so that a stale one never comes last.
  const oneAtATime = pLimit(1);
  const list = (projectDir: string, opened: OpenSession | undefined): Promise<RuleList> =>
    oneAtATime(() => {
      const settings = projects.get(projectDir).settings.current();
      const sessionRules = sessionRuleEntries(opened?.session.view.sessionRules ?? [], settings.managedRulesOnly);
      return inSlices(withBroadRules(listingRules(settings, sessionRules)));
    });

  /** Whether an allow rule would cover at least a part of an open request. */
  const coversAsk = async (
    text: string,
    { projectDir, sessionId, askId, destination }: NonNullable<CommandInput<'rules.check'>['ask']>,
  ): Promise<boolean> => {
    const opened = await sessions.get(sessionId);
    const asked = opened.session.asked(askId);
    const ask = opened.session.view.asks.find((one) => one.askId === askId);
    // The request was settled in the meantime.
    if (!asked || !ask) return true;
    const draftContext = { project: projects.get(projectDir), opened, homeDir, stateDir };
    const context = contextForDrafts(draftContext, 'default');
    const facts = (await permissionEngine).analyse({ toolName: ask.toolName, input: asked.input, cwd: ask.cwd }, context);
    return ruleReach(draftEntries(draftContext, { behavior: 'allow', texts: [text], destination }), context)(facts);
  };

  return {
    'rules.list': async ({ projectDir, sessionId }) => list(projectDir, await sessionOf(sessionId)),
    'rules.check': async ({ text, behavior, ask }) => {
      const { sentence, diagnostics } = checkRule(text, behavior);
      if (diagnostics.some(({ severity }) => severity === 'error')) return { sentence, diagnostics };
      const covers = behavior !== 'allow' || ask === undefined || (await coversAsk(text, ask));
      const isBroadDraft = behavior === 'allow' && isTooBroadForAuto(parsedRule(text, behavior));
      return { sentence, diagnostics: [...(covers ? [] : [NOT_COVERED]), ...(isBroadDraft ? [BROAD] : []), ...diagnostics] };
    },
    'rules.change': async ({ projectDir, sessionId, edits }) => {
      const opened = await sessionOf(sessionId);
      const undo = await editRules(edits, projects.get(projectDir), opened);
      bus.send('rules.changed', { projectDir });
      return { list: await list(projectDir, opened), undo };
    },
  };
}

const NOT_COVERED = {
  severity: 'warning',
  message: 'Doesn’t cover this call: it is allowed now, and asked for again the next time.',
} as const;

const BROAD = {
  severity: 'warning',
  kind: 'broad',
  message: 'Very broad: it allows almost anything to run, so it has no effect in auto mode.',
} as const;

const withBroad = new WeakMap<RuleList, RuleList>();

/** Adds a diagnostic to allow rules that allow almost everything. */
function* withBroadRules(listing: Steps<RuleList>): Steps<RuleList> {
  const list = yield* listing;
  const made = withBroad.get(list);
  if (made) return made;
  const rules: RuleRow[] = [];
  for (const rule of list.rules) {
    rules.push(isBroad(rule) ? { ...rule, diagnostics: [...rule.diagnostics, BROAD] } : rule);
    yield;
  }
  const whole = { ...list, rules };
  withBroad.set(list, whole);
  return whole;
}

function isBroad(rule: RuleRow): boolean {
  return rule.behavior === 'allow' && rule.inert === undefined && isTooBroadForAuto(parsedRule(rule.text, 'allow'));
}
