/** Names of characters that a reader can’t see, shown as a tooltip. */
export const CHARACTER_NAMES: Readonly<Record<string, string>> = {
  '\u0000': 'null',
  '\u0007': 'bell',
  '\b': 'backspace',
  '\r': 'carriage return',
  '\u001b': 'escape',
  '\u007f': 'delete',
  '\u00a0': 'no-break space',
  '\u00ad': 'soft hyphen',
  '\u061c': 'Arabic letter mark',
  '\u200b': 'zero-width space',
  '\u200c': 'zero-width non-joiner',
  '\u200d': 'zero-width joiner',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u2028': 'line separator',
  '\u2029': 'paragraph separator',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202c': 'pop directional formatting',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2060': 'word joiner',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'pop directional isolate',
  '\ufeff': 'byte order mark',
};

/** Short labels drawn in the text; other characters show their code point. */
export const CHARACTER_LABELS: Readonly<Record<string, string>> = {
  '\u0000': 'NUL',
  '\u0007': 'BEL',
  '\b': 'BS',
  '\r': 'CR',
  '\u001b': 'ESC',
  '\u007f': 'DEL',
  '\u00a0': 'NBSP',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\ufeff': 'BOM',
};

export const words = {
  returnBeforeBreak: 'carriage return before a line break',
  breaks: (count: number) => `${count} line breaks`,
  breaksInARow: (count: number) => `${count} line breaks in a row`,
  spaces: (count: number) => `${count} blanks`,
  spacesInARow: (count: number) => `${count} blanks in a row`,
  hiddenCharacter: 'hidden character',
  /** Of letters that look like others, as Unicode names them. */
  scripts: ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Hebrew', 'Arabic', 'Coptic', 'Georgian', 'Lisu'],
  /** Scripts that words of others contain. */
  fineScripts: ['Common', 'Inherited', 'Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Tibetan'],
  styled: 'Styled',
  phonetic: 'Phonetic',
  otherScript: 'Foreign',
  lookAlike: (kind: string, letters: string, looks: string | undefined) => `${kind} ${letters}${looks ? `, looks like ${looks}` : ''}`,
} as const;
