import { z } from 'zod';
import { ruleSourceSchema } from '../../permission/rule.ts';
import { projectDir } from './fields.ts';

/**
 * `on`: takes effect. `off`: switched off. `absent`: settings switch it on, and it isn't installed. `unaccepted`: it has to be accepted,
 * because it is new or has changed. `blocked`: an administrator doesn't allow it. `broken`: it can't be used.
 */
export const pluginStateSchema = z.enum(['on', 'off', 'absent', 'unaccepted', 'blocked', 'broken']);
export type PluginStateName = z.infer<typeof pluginStateSchema>;

/** One plugin that is installed or that settings name. All texts are untrusted, printable and bounded. */
const pluginRowSchema = z.object({
  /** `name@marketplace` */
  id: z.string(),
  state: pluginStateSchema,
  /** Why it isn't on; may be empty. */
  why: z.string(),
  /** Whose settings switch it on or off; `null`: nobody's. */
  by: ruleSourceSchema.nullable(),
  description: z.string(),
  version: z.string(),
  /** The version that its marketplace lists, if it is another one. */
  newVersion: z.string().nullable(),
  /** Where it came from, or would come from. */
  from: z.string(),
  commit: z.string().nullable(),
  /** What it does, one line each; empty while it isn't installed. */
  items: z.array(z.string()),
  /** The lines of `items` that weren't there when it was accepted; empty if it never was. */
  added: z.array(z.string()),
  /** What it did when it was accepted and doesn't do any more. */
  gone: z.array(z.string()),
  accepted: z.boolean(),
  /** Files whose content was another when it was accepted, or that weren't there. */
  changedFiles: z.array(z.string()),
  /** Parts of it that have no effect, and files that weren't installed. */
  notes: z.array(z.string()),
  /** Identifies what `items` describes. Acceptance must name it, so that only what was shown can be accepted. */
  digest: z.string().nullable(),
  /** Its marketplace is known, so it can be installed or updated. */
  installable: z.boolean(),
});
export type PluginRow = z.infer<typeof pluginRowSchema>;

/** A plugin that a marketplace lists and that isn't installed. */
const availablePluginSchema = z.object({ id: z.string(), description: z.string(), version: z.string(), category: z.string() });
export type AvailablePlugin = z.infer<typeof availablePluginSchema>;

const marketplaceRowSchema = z.object({
  name: z.string(),
  from: z.string(),
  /** Who names it; `added`: the person, here; `claude`: the person, in Claude Code. */
  by: z.union([ruleSourceSchema, z.enum(['added', 'claude'])]),
  /** When its list was read, ISO; `null`: not yet. */
  updatedAt: z.string().nullable(),
  /** How many plugins it lists. */
  plugins: z.number().int().nullable(),
  /** Why it, or a part of its list, can't be used. */
  problems: z.array(z.string()),
});
export type MarketplaceRow = z.infer<typeof marketplaceRowSchema>;

const pluginListSchema = z.object({
  plugins: z.array(pluginRowSchema),
  available: z.array(availablePluginSchema),
  marketplaces: z.array(marketplaceRowSchema),
});
export type PluginList = z.infer<typeof pluginListSchema>;

const id = z.string().min(3).max(200);
const name = z.string().min(1).max(100);
const output = pluginListSchema;

/** Plugins and marketplaces, as a project's settings see them. Fetch the list again after `rules.changed`. */
export const pluginCommands = {
  'plugins.list': { input: z.strictObject({ projectDir }), output },
  /** Installs a plugin, or its newest version. It takes effect once it is accepted. */
  'plugins.install': { input: z.strictObject({ projectDir, id }), output },
  /** Accepts what a plugin does, if it still is what `digest` identifies, and switches it on. */
  'plugins.accept': { input: z.strictObject({ projectDir, id, digest: z.string().max(100) }), output },
  'plugins.setEnabled': { input: z.strictObject({ projectDir, id, enabled: z.boolean() }), output },
  /** Removes its files, its acceptance and what it kept. */
  'plugins.remove': { input: z.strictObject({ projectDir, id }), output },
  /** `source`: `owner/repository`, an address or a folder; after a `#`, a branch or tag. */
  'marketplaces.add': { input: z.strictObject({ projectDir, source: z.string().min(1).max(4096) }), output },
  /** Reads its list of plugins again. */
  'marketplaces.update': { input: z.strictObject({ projectDir, name }), output },
  'marketplaces.remove': { input: z.strictObject({ projectDir, name }), output },
} as const;
