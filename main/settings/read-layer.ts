import { parseRule } from '#shared/permission/grammar.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import { ineffectiveHooks } from './hooks/collect-hooks.ts';
import type { FileText } from '#main/tool/read-bounded.ts';
import { valueAt } from '#shared/settings/settings.ts';
import { settingsFileSchema, type SettingsFile } from '#shared/settings/settings-file.ts';
import type { SettingsLayer } from './loaded-settings.ts';
import { at, nodeAt, parseSettingsDocument, type SettingsDocument } from './settings-document.ts';

/** A file with more mistakes isn't a settings file; listing them all would only take time. */
const MAX_SKIPPED = 200;

export type LayerOrigin = Pick<SettingsLayer, 'source' | 'file' | 'fromRepository'>;

export type ReadLayer =
  | {
      readonly layer: SettingsLayer;
      /** Messages about entries that were skipped. */
      readonly skipped: readonly string[];
      /** Messages about entries that were read but protect nothing. */
      readonly warnings: readonly string[];
    }
  | { readonly broken: string };

/** One settings text as a layer. Invalid entries are skipped and reported; a text that isn't JSON is rejected as a whole. */
export function readLayer(text: string, origin: LayerOrigin): ReadLayer {
  const parsed = parseSettingsDocument(text);
  if ('broken' in parsed) return parsed;
  const { document } = parsed;
  const kept = keepValid(document);
  if (kept === undefined) return { broken: `The file has more than ${MAX_SKIPPED} entries of a wrong shape.` };
  const { value, skipped } = kept;
  const duplicates = document.duplicates
    .slice(0, MAX_SKIPPED)
    .map(({ key, position }) => at(position, `“${key}” is given twice; only the last one counts.`));
  const rules = RULE_BEHAVIORS.flatMap((behavior) =>
    readRules(document, ['permissions', behavior], value.permissions?.[behavior], behavior, origin),
  );
  const off = value.gatehouse?.disabledRules;
  const disabledRules = RULE_BEHAVIORS.flatMap((behavior) =>
    readRules(document, ['gatehouse', 'disabledRules', behavior], off?.[behavior], behavior, origin),
  );
  return {
    layer: { ...origin, value, rules, disabledRules, ...unreadPlace(document, value, origin) },
    skipped: [...duplicates, ...skipped],
    warnings: [...rules.flatMap(ineffectiveRuleWarning), ...ineffectiveHooks(value.hooks)].slice(0, MAX_SKIPPED),
  };
}

const PLACE = ['gatehouse', 'commandPlace'];

/** A value that isn't valid has no effect, but commands must not run here because of that. */
function unreadPlace(document: SettingsDocument, value: SettingsFile, { file }: LayerOrigin): Pick<SettingsLayer, 'unreadPlace'> {
  if (valueAt(document.value, PLACE) === undefined || valueAt(value, PLACE) !== undefined) return {};
  return { unreadPlace: `the value of ${PLACE.join('.')} in ${file ?? 'the settings of the command line'} is not valid.` };
}

/** A stand-in for a file that can't be read as settings but may say where commands run; `undefined` if it doesn't mention that. */
export function layerOfUnread(read: FileText, origin: LayerOrigin): SettingsLayer | undefined {
  const mayName = read.kind === 'unreadable' || (read.kind === 'text' && read.text.includes('commandPlace'));
  if (!mayName || origin.fromRepository) return undefined;
  const why = `${origin.file ?? 'A file'} can’t be read and may set ${PLACE.join('.')}.`;
  return { ...origin, value: {}, rules: [], disabledRules: [], unreadPlace: why };
}

/** Removes what the schema rejects, the smallest part at a time, until the rest is valid. */
function keepValid(document: SettingsDocument): { value: SettingsFile; skipped: string[] } | undefined {
  const skipped: { readonly offset: number; readonly message: string }[] = [];
  const draft: unknown = structuredClone(document.value);
  for (;;) {
    const result = settingsFileSchema.safeParse(draft);
    if (result.success)
      return { value: result.data, skipped: skipped.toSorted((a, b) => a.offset - b.offset).map(({ message }) => message) };
    if (skipped.length + result.error.issues.length > MAX_SKIPPED) return undefined;
    // List entries from the end, so that the other indexes stay valid.
    for (const issue of result.error.issues.toReversed()) {
      const path = issue.path.slice(0, partDepth(issue.path));
      const node = nodeAt(document.root, path);
      const where = node ? at(document.positionAt(node.offset), '') : '';
      skipped.unshift({ offset: node?.offset ?? 0, message: `${where}${path.join('.')} is ignored: ${issue.message}` });
      removeAt(draft, path);
    }
  }
}

/**
 * Only single list entries (rules, MCP servers), variables, hooks and keys of `gatehouse` are removed alone; for anything else the whole
 * key.
 */
function partDepth(path: readonly PropertyKey[]): number {
  switch (path[0]) {
    case 'permissions':
    case 'autoMode':
      return Math.min(path.length, 3);
    case 'env':
    case 'gatehouse':
    case 'enabledMcpjsonServers':
    case 'disabledMcpjsonServers':
    case 'allowedMcpServers':
    case 'deniedMcpServers':
      return Math.min(path.length, 2);
    case 'hooks':
      // An event, its group, `hooks`, a handler; an invalid group is removed as a whole.
      return path.length >= 5 ? 5 : Math.min(path.length, 3);
    default:
      return 1;
  }
}

function removeAt(root: unknown, path: readonly PropertyKey[]): void {
  const last = path.at(-1);
  let parent: unknown = root;
  for (const step of path.slice(0, -1)) parent = typeof parent === 'object' && parent !== null ? Reflect.get(parent, step) : undefined;
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  if (Array.isArray(parent) && typeof last === 'number') parent.splice(last, 1);
  else Reflect.deleteProperty(parent, last);
}

function readRules(
  document: SettingsDocument,
  list: readonly string[],
  accepted: readonly string[] | undefined,
  behavior: RuleBehavior,
  origin: LayerOrigin,
): RuleEntry[] {
  const valid = new Set(accepted);
  const nodes = nodeAt(document.root, list)?.children ?? [];
  return nodes.flatMap((node) => {
    const text: unknown = node.value;
    if (typeof text !== 'string' || !valid.has(text.trim())) return [];
    const place = origin.file === undefined ? {} : { file: origin.file, ...document.positionAt(node.offset) };
    return [{ id: '', behavior, source: origin.source, text, ...place }];
  });
}

/** An invalid deny or ask rule looks like protection and is none, so it is a warning as well as a mark in the list. */
function ineffectiveRuleWarning(rule: RuleEntry): string[] {
  if (rule.behavior === 'allow') return [];
  const { body } = parseRule(rule.text, rule.behavior);
  if (body.kind !== 'inert') return [];
  const message = `The ${rule.behavior} rule “${rule.text}” has no effect. ${body.why}`;
  return [rule.line === undefined || rule.column === undefined ? message : at({ line: rule.line, column: rule.column }, message)];
}
