const SQL = /^runs SQL: (.+)$/u;

/** What a sentence about an effect is about, from the most to the least telling. The verbs are those of `main/permission/shell/effects`. */
const SENTENCES: readonly RegExp[] = [
  SQL,
  /^removes the containers, networks and (volumes) of the Compose project/u,
  /^(?:stops and removes|stops|ends) the (containers) of the Compose project/u,
  /^(?:stops and removes|stops|ends) the containers of (.+?)(?: at once)?$/u,
  /^removes (?:files|folders)(?: named .+)? that it finds in (.+)$/u,
  /^removes all data of the (Redis)\b/u,
  /^ends all processes (?:named|with) (.+?)(?: in their .+)?(?: at once)?$/u,
  /^ends the process(?:es)? (.+?)(?: at once)?$/u,
  /^(?:merges|closes|removes) the (?:pull request|issue) (?!of this )(\S+)/u,
  /^(?:removes|renames|moves|copies) the (?:branch(?:es)?|tags?) (.+?)(?:,|: | to |$)/u,
  /^removes what is known here of (.+)$/u,
  /^(?:removes|stops|ends|keeps) the (?:container|image|network|volume|release|repository|bucket|service|worktree|database(?: user)?)s? (?!and its )(.+?)(?:,| with | from | on | and everything | at once|$)/u,
  /^removes \S+ (\S+?),? (?:and everything in it, )?from the cluster/u,
  /^(?:removes|withdraws|marks) (\S+?)(?: \S+)? (?:from|in) the registry/u,
  /^removes (.+) from \S+$/u,
  /^removes (s3:\S+)/u,
  /^copies .+ to (\S+), and removes there what /u,
  /^destroys (?!everything )(\S+)/u,
];

/** Names of tables and databases in a statement. */
const IN_SQL =
  /\b(?:from|table|database|schema|update|truncate|into|index|view|user|role)\s+(?:(?:table|only|if\s+exists)\s+)*["'`]?([\p{L}_][\p{L}\p{N}_.$]*)/iu;

/** The table that a statement on a command line is about. */
export function tableOf(text: string): string | undefined {
  return /\b(?:delete|drop|truncate|update|alter|revoke)\b/iu.test(text) ? IN_SQL.exec(text)?.[1] : undefined;
}

/** What the effects say that the call is done to. */
export function saidObject(effects: readonly string[]): string | undefined {
  for (const sentence of SENTENCES) {
    for (const effect of effects) {
      const object = sentence.exec(effect)?.[1];
      if (object === undefined) continue;
      const named = sentence === SQL ? tableOf(object) : object;
      if (named !== undefined) return named;
    }
  }
  return undefined;
}
