/** A parsed rule. `inert` rules are kept so that the rule list can show why they have no effect. */
export type RuleBody =
  | { readonly kind: 'whole' }
  | { readonly kind: 'toolGlob'; readonly pattern: string }
  | { readonly kind: 'mcp'; readonly pattern: string }
  | { readonly kind: 'command'; readonly form: 'exact' | 'prefix' | 'wildcard'; readonly text: string }
  | { readonly kind: 'path'; readonly pattern: string }
  | { readonly kind: 'domain'; readonly host: string }
  | { readonly kind: 'param'; readonly name: string; readonly value: string }
  | { readonly kind: 'target'; readonly name: string; readonly withArgs: boolean }
  | {
      readonly kind: 'inert';
      readonly why: string;
      /** Truncated or garbled: its intended scope is unknown. */ readonly unreadable?: true;
    };

export interface RuleDiagnostic {
  readonly severity: 'error' | 'warning';
  /** A sentence: what is wrong and what to write instead. */
  readonly message: string;
}

export interface ParsedRule {
  /** Canonical tool name (`Task` reads as `Agent`); for MCP rules the pattern itself. */
  readonly tool: string;
  readonly body: RuleBody;
  readonly diagnostics: readonly RuleDiagnostic[];
}
