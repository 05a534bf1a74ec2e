import type { EditorState } from '@codemirror/state';
import { type Node, parseTree } from 'jsonc-parser';
import { parseRule } from '#shared/permission/grammar.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import { settingsFileSchema } from '#shared/settings/settings-file.ts';
import { errorMessage } from '#shared/error-message.ts';
import { words } from '../words.ts';

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
  if ('message' in value) return [{ ...errorLocation(state, value.message), severity: 'error', message: value.message }];
  const root = parseTree(text);
  const result = settingsFileSchema.safeParse(value.json);
  const shape = result.success
    ? []
    : result.error.issues.map((issue) => at(root, issue.path, 'error', `${issue.path.join('.')}: ${issue.message}`));
  return [...shape, ...ruleProblems(root, value.json)].slice(0, MAX_PROBLEMS).toSorted((a, b) => a.from - b.from);
}

function ruleProblems(root: Node | undefined, json: unknown): SettingsProblem[] {
  return RULE_BEHAVIORS.flatMap((behavior) =>
    [
      ['permissions', behavior],
      ['gatehouse', 'disabledRules', behavior],
    ].flatMap((list) =>
      entriesAt(json, list).flatMap((entry, index) => {
        if (typeof entry !== 'string' || entry.trim() === '') return [];
        return parseRule(entry, behavior).diagnostics.map(({ severity, message }) => at(root, [...list, index], severity, message));
      }),
    ),
  );
}

function entriesAt(json: unknown, path: readonly string[]): readonly unknown[] {
  let value = json;
  for (const step of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function at(root: Node | undefined, path: readonly PropertyKey[], severity: 'error' | 'warning', message: string): SettingsProblem {
  const { offset, length } = nodeAt(root, path) ?? { offset: 0, length: 0 };
  return { from: offset, to: offset + length, severity, message };
}

/** The value at a path, or its nearest existing ancestor. */
function nodeAt(root: Node | undefined, path: readonly PropertyKey[]): Node | undefined {
  let node = root;
  for (const step of path) {
    const next: Node | undefined = typeof step === 'number' ? node?.children?.[step] : valueOf(node, step);
    if (!next) break;
    node = next;
  }
  return node;
}

/** The value of a property; of duplicate keys the last counts. */
function valueOf(object: Node | undefined, key: PropertyKey): Node | undefined {
  return object?.children?.findLast(({ type, children }) => type === 'property' && children?.[0]?.value === key)?.children?.[1];
}

function parsed(text: string): { readonly json: unknown } | { readonly message: string } {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return { message: words.mustBeObject };
    return { json };
  } catch (error) {
    return { message: errorMessage(error) };
  }
}

/** The JavaScript engine reports the error's position in its message, as an offset or as line and column. */
function errorLocation(state: EditorState, message: string): { from: number; to: number } {
  const position = /position (\d+)/u.exec(message)?.[1];
  const from = Math.min(position === undefined ? state.doc.length : Number(position), state.doc.length);
  return { from, to: Math.min(from + 1, state.doc.length) };
}
