/** The capabilities that Gatehouse announces to language servers. */
export const clientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: { workspaceFolders: true, configuration: true, symbol: {} },
  textDocument: {
    synchronization: {},
    publishDiagnostics: { relatedInformation: false },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    definition: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    callHierarchy: {},
  },
} as const;
