import type { EditorState } from '@codemirror/state';
import { parseRule } from '#shared/permission/grammar.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import { settingsFileSchema } from '#shared/settings/settings-file.ts';
import { nodeAt, type JsonPath } from './json-tree.ts';

export interface SettingsProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

const MAX_PROBLEMS = 200;

/** The problems of a text in document order: JSON syntax first, then schema, then rules. */
export function settingsProblems(state: EditorState): SettingsProblem[] {
  const text = state.doc.toString();
  if (text.trim() === '') return [];
  const value = parsed(text);
  if ('message' in value) return [{ ...lastPlace(state, value.message), severity: 'error', message: value.message }];
  const result = settingsFileSchema.safeParse(value.json);
  const shape = result.success
    ? []
    : result.error.issues.map((issue) => at(state, issue.path, 'error', `${issue.path.join('.')}: ${issue.message}`));
  return [...shape, ...ruleProblems(state, value.json)].slice(0, MAX_PROBLEMS).toSorted((a, b) => a.from - b.from);
}

function ruleProblems(state: EditorState, json: unknown): SettingsProblem[] {
  return RULE_BEHAVIORS.flatMap((behavior) =>
    [
      ['permissions', behavior],
      ['gatehouse', 'disabledRules', behavior],
    ].flatMap((list) =>
      entriesAt(json, list).flatMap((entry, index) => {
        if (typeof entry !== 'string' || entry.trim() === '') return [];
        return parseRule(entry, behavior).diagnostics.map(({ severity, message }) => at(state, [...list, index], severity, message));
      }),
    ),
  );
}

function entriesAt(json: unknown, path: JsonPath): readonly unknown[] {
  let value = json;
  for (const step of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function at(state: EditorState, path: readonly PropertyKey[], severity: 'error' | 'warning', message: string): SettingsProblem {
  const node = nodeAt(state, path);
  return { from: node?.from ?? 0, to: node?.to ?? 0, severity, message };
}

function parsed(text: string): { readonly json: unknown } | { readonly message: string } {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return { message: 'The file must hold one JSON object, { … }.' };
    return { json };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

/** The JavaScript engine reports the error's position in its message, as an offset or as line and column. */
function lastPlace(state: EditorState, message: string): { from: number; to: number } {
  const position = /position (\d+)/u.exec(message)?.[1];
  const from = Math.min(position === undefined ? state.doc.length : Number(position), state.doc.length);
  return { from, to: Math.min(from + 1, state.doc.length) };
}
