import { systemText } from './policy-text.ts';
import { quoteLine } from './quote.ts';
import type { ClassifierQuestion, EarlierEntry, ModelQuestion, Stage } from './question.ts';

const MAX_ACTION_CHARS = 40_000;
/** User messages matter most, so they have a budget that calls can't use up. */
const MAX_USER_CHARS = 40_000;
const MAX_CALL_CHARS = 20_000;
const MAX_ENTRY_CHARS = 8_000;
const MAX_INSTRUCTION_CHARS = 40_000;
const MAX_TOKENS: Readonly<Record<Stage, number>> = { fast: 300, thinking: 4_000 };

/** `false` when the question is too long to show whole: what isn't shown can't be approved. */
export function fitsPrompt(question: ClassifierQuestion): boolean {
  return question.action.length <= MAX_ACTION_CHARS;
}

/** The request of one stage. Pure: equal questions make equal requests. */
export function buildPrompt(stage: Stage, question: ClassifierQuestion): ModelQuestion {
  return {
    stage,
    system: systemText(stage),
    prompt: [
      section('instructions', instructionLines(question)),
      section('conversation', conversationLines(question.earlier)),
      section('action', [actionLine(question)]),
      'Judge the action above, by the rules you were given and in the form you were given.',
    ].join('\n\n'),
    maxTokens: MAX_TOKENS[stage],
    about: { toolName: question.toolName, action: question.action },
  };
}

function section(name: string, lines: readonly string[]): string {
  return [`<${name}>`, ...lines, `</${name}>`].join('\n');
}

function instructionLines({ instructions }: ClassifierQuestion): string[] {
  let left = MAX_INSTRUCTION_CHARS;
  return instructions.map(({ path, text }) => {
    const shown = cut(text, Math.max(0, left));
    left -= text.length;
    return quoteLine({ file: path, text: shown });
  });
}

/** The latest entries that fit, in order, with omissions marked. */
function conversationLines(earlier: readonly EarlierEntry[]): string[] {
  const left = { user: MAX_USER_CHARS, call: MAX_CALL_CHARS };
  const lines: string[] = [];
  let skipped = 0;
  for (const entry of earlier.toReversed()) {
    const kind = 'user' in entry ? 'user' : 'call';
    const line = entryLine(entry);
    if (line.length > left[kind]) {
      // Drops all older entries of this kind, so that none is shown without what came after it.
      left[kind] = 0;
      skipped += 1;
      continue;
    }
    left[kind] -= line.length;
    if (skipped > 0) lines.push(quoteLine({ left_out: skipped }));
    skipped = 0;
    lines.push(line);
  }
  if (skipped > 0) lines.push(quoteLine({ left_out: skipped }));
  return lines.toReversed();
}

function entryLine(entry: EarlierEntry): string {
  if ('user' in entry) return quoteLine({ user: cut(entry.user, MAX_ENTRY_CHARS) });
  const { toolName, action, outcome } = entry.call;
  return quoteLine({ tool: toolName, action: cut(action, MAX_ENTRY_CHARS), ...(outcome !== undefined && { outcome }) });
}

function actionLine(question: ClassifierQuestion): string {
  return quoteLine({
    tool: question.toolName,
    action: question.action,
    working_directory: question.cwd,
    project: question.projectDir,
    working_directories: question.workingDirectories,
    known_effects: question.effects,
    risk: question.risk,
    destructive: question.isDestructive,
    not_automatic_because: question.openBecause,
  });
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)} [${text.length - maxChars} more characters left out]`;
}
