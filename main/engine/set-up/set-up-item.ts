import { printableLine } from '#shared/printable.ts';
import type { RuleSource } from '#shared/permission/rule.ts';
import type { Compatibility, Effect } from '#shared/compatibility/effect.ts';
import type { SetUpItem, SetUpState } from '#shared/compatibility/set-up.ts';
import { shorten } from '#shared/shorten.ts';
import type { OutsideImport } from '#main/agent/system-prompt/outside-import.ts';
import type { ImportApprovals } from '#main/settings/import-approvals.ts';
import type { LoadedSettings, SettingsLayer } from '#main/settings/loaded-settings.ts';

/** The data that set-up items are collected from. */
export interface SetUpInput {
  /** The settings in effect. */
  readonly now: LoadedSettings;
  /** The settings if the folder were trusted; the same as `now` if it is. */
  readonly trusted: LoadedSettings;
  readonly projectDir: string;
  readonly homeDir: string;
  /** Which files outside the repository may be included, and those of nested files that were refused. */
  readonly imports: Pick<ImportApprovals, 'isAllowed'>;
  readonly refusedImports?: ReadonlyMap<string, OutsideImport> | undefined;
  /** Whether the user switched an MCP server off in the window. */
  readonly switchedOff: (name: string) => 'off' | 'unknown' | undefined;
}

const MAX_NAME = 200;
const MAX_DETAIL = 500;

type Draft = Pick<SetUpItem, 'kind' | 'name' | 'source'> & Partial<SetUpItem>;

/** Makes the item's texts, which may come from a repository, printable and bounded. Default state: `works`. */
export function setUpItem(draft: Draft): SetUpItem {
  return {
    file: null,
    line: null,
    state: 'works',
    ...draft,
    name: shorten(printableLine(draft.name), MAX_NAME),
    detail: shorten(printableLine(draft.detail ?? ''), MAX_DETAIL),
    why: shorten(printableLine(draft.why ?? ''), MAX_DETAIL),
  };
}

export const WAITING = { state: 'waiting', why: 'It takes effect once you trust this folder.' } as const;

/** The state of an item with this effect in a layer. */
export function stateOf({ compatibility, why, unguarded }: Effect): Pick<SetUpItem, 'state' | 'why'> {
  const states: Readonly<Record<Compatibility, SetUpState>> = { works: 'works', partly: 'partly', not: 'none' };
  return { state: unguarded ? 'unguarded' : states[compatibility], why };
}

/** Whether the folder must be trusted before anything that this layer starts or loosens counts. */
export function isWaiting(layer: Pick<SettingsLayer, 'fromRepository'>, { now }: SetUpInput): boolean {
  return layer.fromRepository && !now.trusted;
}

/** The settings source of a definition in a file. */
export function sourceOf(source: 'managed' | 'built-in' | Exclude<RuleSource, 'policy'>): RuleSource {
  return source === 'managed' || source === 'built-in' ? 'policy' : source;
}
