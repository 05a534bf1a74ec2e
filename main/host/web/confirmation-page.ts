import { escapeMarkup } from '../escape-markup.ts';
import type { OpenQuestion } from './web-confirmations.ts';

/** Characters of the digest that are shown. */
const SHOWN_DIGEST = 12;

/** The frame's document: what main says, and the buttons of `resources/confirmation/frame.js`. */
export function confirmationPage({ statement: { title, rows, digest }, secret }: OpenQuestion): string {
  const facts = rows.map(({ label, text }) => `<dt>${escapeMarkup(label)}</dt><dd>${escapeMarkup(text)}</dd>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title>
<link rel="stylesheet" href="frame.css">
<script type="module" src="frame.js"></script>
</head>
<body>
<main>
<h1 id="title">${escapeMarkup(title)}</h1>
<div id="facts" role="region" aria-labelledby="title" tabindex="0"><dl>
${facts}
</dl></div>
<footer>
<p id="status" role="status">Gatehouse asks this outside the window’s page. <span>${digest.slice(0, SHOWN_DIGEST)}</span></p>
<button type="button" id="cancel">Cancel</button>
<button type="button" id="confirm" aria-disabled="true" data-secret="${secret}" data-digest="${digest}">Confirm</button>
</footer>
</main>
</body>
</html>
`;
}
