import { z } from 'zod';
import { row } from './setting-row.ts';

/** Sentences for the classifier of auto mode. `$defaults` stands for the built-in ones, which always count here. */
const sentences = z.array(z.string().trim().min(1, 'an empty entry').max(1000)).max(100);
const list = { type: 'json' } as const;

/** Only the user's own settings may instruct the classifier: a repository must not. */
export const AUTO_MODE_ROWS = {
  'autoMode.environment': row(
    sentences,
    list,
    'none',
    'Auto mode: your environment',
    'What the classifier should know about your environment.',
    'user',
  ),
  'autoMode.allow': row(sentences, list, 'the built-in list', 'Auto mode: allow', 'What the classifier may also allow.', 'user'),
  'autoMode.soft_deny': row(
    sentences,
    list,
    'the built-in list',
    'Auto mode: block',
    'What the classifier also blocks, unless you asked for it.',
    'user',
  ),
  'autoMode.hard_deny': row(
    sentences,
    list,
    'none',
    'Auto mode: always block',
    'What the classifier blocks even if you asked for it.',
    'user',
  ),
};

/** What the settings tell the classifier besides its own instructions. */
export interface AutoModePolicy {
  readonly environment: readonly string[];
  readonly allow: readonly string[];
  readonly softDeny: readonly string[];
  readonly hardDeny: readonly string[];
}

export const NO_AUTO_MODE_POLICY: AutoModePolicy = { environment: [], allow: [], softDeny: [], hardDeny: [] };
