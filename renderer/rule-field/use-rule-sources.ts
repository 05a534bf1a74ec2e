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
    // Without an answer, the names of the built-in tools are offered.
    call('rules.completions', { projectDir }).then(
      ({ completions }) => add({ past: completions }),
      () => undefined,
    );
    call('mcp.list', { projectDir }).then(
      ({ servers }) => add({ mcpTools: servers.flatMap(({ tools }) => tools.map(({ name }) => name)) }),
      () => undefined,
    );
  };
  return [sources, load];
}
