/** Folder of a repository's packs, below the project folder. Writing there asks, as everywhere in `.claude`. */
export const RULE_PACK_FOLDER = '.claude/rule-packs';
