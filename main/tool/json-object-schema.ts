/** JSON Schema of a tool that comes from outside (MCP, generated): root `type: "object"`. */
export interface JsonObjectSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}
