/** The entry that the page's address names (`?story=live`), else `fallback`. */
export function chosenStory<T>(stories: Readonly<Record<string, T>>, fallback: string): T {
  const name = new URLSearchParams(location.search).get('story') ?? fallback;
  const found = stories[name];
  if (found === undefined) throw new Error(`No story ${name}; there are ${Object.keys(stories).join(', ')}`);
  return found;
}
