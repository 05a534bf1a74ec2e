import { listedResourceSchema, MAX_LISTED } from './listed-resource.ts';

export interface ResourceChild {
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string | undefined;
}

/** Claude Code's media type of a folder. */
const FOLDER = 'inode/directory';

/**
 * The direct children of the folder `uri` among all resources that a server lists. A folder that the server doesn't list itself follows from
 * what lies below it. Queries and fragments belong to the last part of an address.
 */
export function resourceChildren(listed: readonly unknown[], uri: string): { readonly children: ResourceChild[]; readonly left: number } {
  const prefix = uri.endsWith('/') ? uri : `${uri}/`;
  const children = new Map<string, ResourceChild>();
  for (const one of listed) {
    const { data } = listedResourceSchema.safeParse(one);
    if (!data?.uri.startsWith(prefix)) continue;
    const rest = data.uri.slice(prefix.length);
    const path = rest.split(/[?#]/u, 1)[0] ?? '';
    const end = path.indexOf('/');
    const isDirect = end === -1 || end === path.length - 1;
    const name = end === -1 ? rest : path.slice(0, end);
    if (name === '') continue;
    if (isDirect) {
      const { title = name, name: own = title, mimeType = end === -1 ? undefined : FOLDER } = data;
      children.set(withoutSlash(data.uri), { uri: data.uri, name: own, ...(mimeType !== undefined && { mimeType }) });
    } else {
      const folder = prefix + name;
      if (!children.has(folder)) children.set(folder, { uri: folder, name, mimeType: FOLDER });
    }
  }
  const all = [...children.values()];
  return { children: all.slice(0, MAX_LISTED), left: Math.max(all.length - MAX_LISTED, 0) };
}

function withoutSlash(uri: string): string {
  return uri.endsWith('/') ? uri.slice(0, -1) : uri;
}
