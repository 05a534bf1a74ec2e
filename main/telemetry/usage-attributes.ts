import type { Attributes } from '@opentelemetry/api';
import type { Usage } from '#shared/session/content.ts';

/** Token usage in OpenTelemetry's terms, where input tokens include cache reads and writes. */
export function usageAttributes(usage: Usage): Attributes {
  const { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage;
  return {
    'gen_ai.usage.input_tokens': input + read + written,
    'gen_ai.usage.output_tokens': usage.output_tokens,
    'gen_ai.usage.cache_read.input_tokens': read,
    'gen_ai.usage.cache_creation.input_tokens': written,
  };
}
