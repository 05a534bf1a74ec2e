/** The name of an MCP server or tool as it appears in tool names and rules: "my server" is `my_server`. */
export function mcpNamePart(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/gu, '_');
}
