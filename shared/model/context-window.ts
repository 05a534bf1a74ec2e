import { byFamily } from './model-family.ts';

/** For unknown models: all of Anthropic's have at least this much, and few local ones have more. */
const DEFAULT_CONTEXT_WINDOW = 200_000;
const MILLION = 1_000_000;

/** By family (see `byFamily`): the models with more than the default. From platform.claude.com, November 2026. */
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

/** Tokens that a request and its response can have together; 200 000 for an unknown model. */
export function contextWindow(model: string): number {
  return byFamily(CONTEXT_WINDOWS, model) ?? DEFAULT_CONTEXT_WINDOW;
}
