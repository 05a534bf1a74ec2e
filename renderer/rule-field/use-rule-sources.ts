import { useState } from 'react';
import { call } from '../bridge/client.ts';
import type { RuleSources } from './offered-rules.ts';

const NONE: RuleSources = { mcpTools: [], past: [] };

/** What the project offers for rules, asked for when `load` is first called. */
export function useRuleSources(projectDir: string | undefined): readonly [sources: RuleSources, load: () => void] {
  const [of, setOf] = useState<string>();
  const [sources, setSources] = useState(NONE);
  const load = () => {
    if (projectDir === undefined || of === projectDir) return;
    setOf(projectDir);
    setSources(NONE);
    const add = (found: Partial<RuleSources>) => setSources((known) => ({ ...known, ...found }));
    call('rules.completions', { projectDir }).then(
      ({ completions }) => add({ past: completions }),
      // The names of the built-in tools are offered without it.
      () => undefined,
    );
    call('mcp.list', { projectDir }).then(
      ({ servers }) => add({ mcpTools: servers.flatMap(({ tools }) => tools.map(({ name }) => name)) }),
      // Nor are those of servers needed.
      () => undefined,
    );
  };
  return [sources, load];
}
