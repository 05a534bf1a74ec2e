/** Documentation sites that are fetched unasked (deny and ask rules still win): public, read-only, run by the projects themselves. */
const HOSTS: ReadonlySet<string> = new Set([
  'docs.python.org', 'developer.mozilla.org', 'nodejs.org', 'react.dev', 'vuejs.org', 'angular.dev', 'svelte.dev', 'nextjs.org', 'vite.dev', 'vitest.dev',
  'www.typescriptlang.org', 'doc.rust-lang.org', 'docs.rs', 'go.dev', 'pkg.go.dev', 'docs.oracle.com', 'kotlinlang.org', 'docs.swift.org', 'learn.microsoft.com',
  'en.cppreference.com', 'www.php.net', 'ruby-doc.org', 'docs.ruby-lang.org', 'guides.rubyonrails.org', 'docs.djangoproject.com', 'flask.palletsprojects.com',
  'fastapi.tiangolo.com', 'docs.pydantic.dev', 'numpy.org', 'pandas.pydata.org', 'pytorch.org', 'www.tensorflow.org', 'scikit-learn.org', 'git-scm.com',
  'docs.docker.com', 'kubernetes.io', 'www.postgresql.org', 'dev.mysql.com', 'www.sqlite.org', 'redis.io', 'tailwindcss.com', 'www.electronjs.org',
  'modelcontextprotocol.io', 'docs.anthropic.com', 'docs.claude.com', 'code.claude.com', 'platform.claude.com',
]);

export function isPreapprovedHost(host: string): boolean {
  return HOSTS.has(host);
}
