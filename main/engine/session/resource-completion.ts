import type { ResourceHost } from '#main/mcp/tools/server-access.ts';
import { listedResourceSchema, MAX_LISTED } from '#main/mcp/tools/listed-resource.ts';
import { plainLine } from '#main/mcp/tools/plain-text.ts';
import { fuzzyScore } from '#shared/session/fuzzy-score.ts';

/** A resource for “@”. */
interface OfferedResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
}

export interface ResourceCompletionOptions {
  /** Connected servers that offer resources. */
  readonly hosts: () => readonly ResourceHost[];
  /** `false` for one that can't be read without asking. */
  readonly mayRead: (resource: { readonly server: string; readonly uri: string }) => boolean;
}

const MAX_SHOWN = 10;
/** How long a list is reused, since each keystroke asks for it, and how long a server may take. Milliseconds. */
const FRESH_MS = 5000;
const LIST_LIMIT_MS = 10_000;
const MAX_URI = 2000;

interface Listing {
  readonly at: number;
  readonly resources: Promise<readonly OfferedResource[]>;
}

/** Finds resources of MCP servers by parts of their names and addresses, for “@”. A server that fails or is slow offers none. */
export class ResourceCompletion {
  readonly #options: ResourceCompletionOptions;
  /** By host: another connection is another host only after a change of settings. */
  readonly #listings = new WeakMap<ResourceHost, Listing>();

  constructor(options: ResourceCompletionOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async find(query: string): Promise<OfferedResource[]> {
    const lists = await Promise.all(this.#options.hosts().map((host) => this.#listOf(host)));
    const ranked = lists
      .flat()
      .flatMap((resource) => {
        const score = fuzzyScore(query, `${resource.server}:${resource.uri} ${resource.name}`);
        return score === undefined ? [] : [{ resource, score }];
      })
      .toSorted((a, b) => b.score - a.score || a.resource.uri.length - b.resource.uri.length);
    const shown: OfferedResource[] = [];
    for (const { resource } of ranked) {
      if (shown.length === MAX_SHOWN) break;
      if (this.#options.mayRead({ server: resource.server, uri: resource.uri })) shown.push(resource);
    }
    return shown;
  }

  #listOf(host: ResourceHost): Promise<readonly OfferedResource[]> {
    const now = performance.now();
    const known = this.#listings.get(host);
    if (known && now - known.at < FRESH_MS) return known.resources;
    const resources = list(host);
    this.#listings.set(host, { at: now, resources });
    return resources;
  }
}

async function list(host: ResourceHost): Promise<readonly OfferedResource[]> {
  try {
    const listed = await host.listResources(AbortSignal.timeout(LIST_LIMIT_MS));
    return listed.slice(0, MAX_LISTED).flatMap((raw) => {
      const { data } = listedResourceSchema.safeParse(raw);
      // What can't be written as one mention isn't offered.
      if (!data || data.uri.length > MAX_URI || /["\n]/u.test(`${host.name}${data.uri}`)) return [];
      const { uri, title = '', name = title } = data;
      return [{ server: host.name, uri, name: plainLine(name === '' ? uri : name) }];
    });
  } catch {
    // A server that can't be asked is shown as such in the settings.
    return [];
  }
}
