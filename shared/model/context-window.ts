import { byFamily } from './model-family.ts';

/** Of a model nobody has told us about: what all of Anthropic's have had for years, and few local ones exceed. */
const DEFAULT_CONTEXT_WINDOW = 200_000;
const MILLION = 1_000_000;

/** By family (see `byFamily`). Those of platform.claude.com that have more than the default, November 2026. */
const CONTEXT_WINDOWS: Readonly<Record<string, number>> = {
  'claude-fable-5': MILLION,
  'claude-mythos-5': MILLION,
  'claude-opus-4-6': MILLION,
  'claude-opus-4-7': MILLION,
  'claude-opus-4-8': MILLION,
  'claude-opus-5': MILLION,
  'claude-sonnet-4-6': MILLION,
  'claude-sonnet-5': MILLION,
  'claude-haiku-5': MILLION,
};

/** Tokens that a request and its answer may have together; 200 000 for a model that isn't known. */
export function contextWindow(model: string): number {
  return byFamily(CONTEXT_WINDOWS, model) ?? DEFAULT_CONTEXT_WINDOW;
}
