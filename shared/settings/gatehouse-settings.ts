import { z } from 'zod';
import { languageServersSchema } from './language-server-settings.ts';
import { commandPlaceSchema } from './command-place.ts';
import { highest, row } from './setting-row.ts';
import { sharingSchema } from './sharing-setting.ts';

/** `fetch` takes no address with a user name or password. */
const searchServerSchema = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/u, 'expected an http or https address without a user name');

const on = { type: 'boolean' } as const;
const file = { type: 'file' } as const;
const list = { type: 'json' } as const;

const SIBLINGS = {
  type: 'choice',
  choices: [
    { value: 'all', label: 'Any failed command' },
    { value: 'writes', label: 'Failed commands that may write' },
    { value: 'off', label: 'None' },
  ],
} as const;

/** Gatehouse's own keys, which Claude Code ignores. Disabled rules are beside the other rules. */
export const GATEHOUSE_ROWS = {
  'gatehouse.editor': highest(
    z.array(z.string().min(1)).min(1).max(50),
    undefined,
    list,
    '["code","-g","{path}:{line}:{column}"]',
    'Editor',
    'The program that opens a file, with its arguments. It is run without a shell.',
    'user',
  ),
  'gatehouse.userShell': highest(
    z.boolean(),
    true,
    on,
    'on',
    'Your own shell',
    'Whether you can open your own terminals here, next to the agent’s.',
    'user',
  ),
  'gatehouse.confirmOutsidePage': highest(
    z.boolean(),
    false,
    on,
    'off',
    'Confirm outside the page',
    'Whatever may allow something (answers, rules, modes, settings, trust) is confirmed outside the page, in a place that its scripts can’t reach. Takes effect at the next start.',
    'user',
  ),
  'gatehouse.sharing': highest(
    sharingSchema,
    {},
    list,
    'this machine',
    'Sharing with browsers',
    'Where browsers reach the desktop app when you share it: port, host, names, certificate, key, withoutTls, signOutAfter. Takes effect when you start sharing.',
    'user',
  ),
  'gatehouse.browser': highest(
    z.string().min(1).max(4096),
    undefined,
    { type: 'text' },
    'none',
    'Browser for the agent',
    'The path of Chromium or Chrome, which the agent may then use for web pages (WebBrowser).',
    'user',
  ),
  'gatehouse.searchServer': highest(
    searchServerSchema,
    undefined,
    { type: 'text' },
    'none',
    'Search server',
    'The address of a SearXNG server that WebSearch uses instead of the model’s server, such as http://localhost:8888/search.',
    'user',
  ),
  'gatehouse.webhookPort': highest(
    z.number().int().min(1024).max(65_535),
    undefined,
    { type: 'number' },
    'none',
    'Port for webhooks',
    'Programs on this machine may start prompts that the agent prepared (RemoteTrigger), with a key that you make in the window.',
    'user',
  ),
  'gatehouse.networkReads': highest(
    z.boolean(),
    false,
    on,
    'off',
    'Allow commands that only read from a server',
    'Commands such as gh pr view and kubectl get run without asking.',
    'user',
  ),
  'gatehouse.commandPlace': row(
    commandPlaceSchema,
    list,
    '{"type":"here"}',
    'Where commands run',
    'Here, or {"type":"container","image":"node:22"}, or {"type":"ssh","host":"build1","folder":"/srv/app"}. For sessions opened from now on.',
    'own',
  ),
  'gatehouse.passKeys': highest(
    z.array(z.string()),
    [],
    list,
    'none',
    'Keys for commands',
    'Commands, hooks and MCP servers don’t receive ANTHROPIC_API_KEY and ANTHROPIC_AUTH_TOKEN unless listed here.',
    'user',
  ),
  'gatehouse.languageServers': highest(
    languageServersSchema,
    {},
    file,
    'none',
    'Language servers',
    'Programs that the LSP tool and diagnostics use, by name. They run only in trusted folders.',
    'user',
  ),
  'gatehouse.siblingAbort': highest(
    z.enum(['all', 'writes', 'off']),
    'all',
    SIBLINGS,
    'Any failed command',
    'What cancels parallel calls',
    'Which failed commands cancel the other calls of the same response.',
    'any',
    'agent',
  ),
};
