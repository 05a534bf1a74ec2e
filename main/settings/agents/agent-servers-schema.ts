import { z } from 'zod';
import { isRecord } from '#shared/is-record.ts';
import type { AgentServers } from '#shared/settings/agent-definition.ts';

const MAX_SERVERS = 20;
const LIST = 'must be a list: names of configured servers, or entries by their names.';

const name = z.string().min(1).max(100);
const item = z.union([name, z.record(name, z.record(z.string(), z.unknown()))], { error: LIST });

/** `mcpServers` of an agent: a list of names and of entries by their names. Entries alone may also be written without the list. */
export const agentServersSchema = z
  .preprocess((value) => (isRecord(value) ? [value] : value), z.array(item, { error: LIST }))
  .transform((items, context): AgentServers => {
    const named = items.filter((one) => typeof one === 'string');
    const entries = items.flatMap((one) => (typeof one === 'string' ? [] : Object.entries(one)));
    const own = Object.fromEntries(entries);
    if (named.length + entries.length > MAX_SERVERS) context.addIssue(`may have at most ${MAX_SERVERS} servers.`);
    if (Object.keys(own).length < entries.length) context.addIssue('has two servers of one name.');
    return { named, own };
  });
