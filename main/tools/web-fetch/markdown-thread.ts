import { parentPort, workerData } from 'node:worker_threads';
import TurndownService from 'turndown';
import { addTables, type PageNode } from './markdown-tables.ts';

/** Entry of the thread, which converts one page. An error ends the thread, and the page is reduced to its text. */
const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', emDelimiter: '_' });
addTables(service);
// No text to read, or only useful in a browser.
service.remove(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'canvas', 'button']);
service.remove((node: PageNode) => ['SVG', 'HEAD', 'DIALOG'].includes(node.nodeName.toUpperCase()));

const html: unknown = workerData;
if (typeof html === 'string') {
  const title = /<title[^>]{0,200}>([^<]{1,500})/iu.exec(html.slice(0, 100_000))?.[1]?.trim();
  const text = service.turndown(html);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none.
  parentPort?.postMessage(title === undefined ? text : `Title: ${title}\n\n${text}`);
}
