import { NAMES_WHAT_RUNS } from '../unseen/names-what-runs.ts';

/** `CC=./x`, `CC := ./x`, `-DCMAKE_C_COMPILER=./x`, `-Clinker=./x`, `override CC=./x`. */
const SETS = /^(?:-[CD])?(?:(?:override|export|private|define)\s+)*([A-Za-z_.][\w.-]*(?::\w+)?)\s*[:?+!]*=(.*)$/su;

/** Last parts of a name which say that its value is a program: `HOST_CC`, `CMAKE_CXX_COMPILER`, `TEST_RUNNER`. */
const PROGRAM_PARTS: ReadonlySet<string> = new Set(
  [
    'CC CXX CPP FC F77 GCC CLANG LD AR AS NM RM CP MV LN RANLIB STRIP OBJCOPY OBJDUMP DLLTOOL WINDRES INSTALL MKDIR LEX FLEX YACC BISON AWK',
    'GAWK SED GREP PERL PYTHON PYTHON2 PYTHON3 RUBY LUA NODE NPM NPX YARN PNPM BUN DENO GO GOFMT CARGO RUSTC JAVA JAVAC MVN GRADLE DOTNET',
    'SWIFT PHP BASH SH MAKE CMAKE NINJA MESON GIT TAR ZIP CURL WGET DOCKER PODMAN KUBECTL HELM TERRAFORM PROTOC PIP POETRY UV RUFF PYTEST',
    'ESLINT JEST TSC SUDO SSH M4 AUTOCONF AUTOMAKE LIBTOOL VALGRIND GDB QEMU EMULATOR COMPILER LINKER WRAPPER LAUNCHER RUNNER EXEC EXECUTABLE',
    'CMD COMMAND PROGRAM INTERPRETER SHELL ENVIRONMENT EDITOR PAGER BROWSER',
  ].flatMap((line) => line.split(' ')),
);

const COMPILERS =
  /^(?:(?:ccache|sccache|distcc)\s+)?(?:[\w.]+-)*(?:gcc|g\+\+|cc|c\+\+|c89|c99|clang|clang\+\+|gfortran|rustc|tcc|icx|icpx|ld|ld\.lld|lld|gold|mold|ar|ranlib|strip|nm|as|objcopy|objdump)(?:-?[\d.]+)?$/u;
const SWITCH = /^(?:\d*|y|n|yes|no|true|false|on|off)$/iu;
/** Search paths of programs, libraries and start-up files; they count with any value. */
const SEARCHED =
  /^(?:PATH|CDPATH|IFS|BASH_ENV|(?:LD|DYLD)_\w+|(?:NODE|PYTHON|GO|RUBY|PERL5?|LUA)_?(?:PATH|LIB|HOME|ROOT|STARTUP)|GIT_(?:DIR|SSH\w*|EXEC_PATH|CONFIG\w*|TEMPLATE_DIR))$/u;
/** Code, or settings that name code, with any value: start-up files, plug-ins, folders of programs (their manuals). */
const NAMES_CODE = new RegExp(
  `^(?:${[
    'HOME|USERPROFILE|XDG_(?:CONFIG|DATA)_(?:HOME|DIRS)|(?:CARGO|RUSTUP|GRADLE_USER|GEM|COMPOSER|IPYTHON|PYENV|ASDF|MISE)_(?:HOME|ROOT|DATA_DIR)',
    'KUBECONFIG|AWS_CONFIG_FILE|DOCKER_(?:HOST|CONFIG|CONTEXT)|OPENSSL_(?:CONF|ENGINES|MODULES)|HELM_PLUGINS|(?:NPM_CONFIG|npm_config)_\\w+|BUNDLE_GEMFILE',
    'PYTEST_PLUGINS|PYTHON(?:BREAKPOINT|INSPECT|WARNINGS)|RUBYOPT|PERL5OPT|LUA_INIT\\w*|PHPRC|PHP_INI_SCAN_DIR|ERL_\\w*|R_(?:PROFILE|ENVIRON)\\w*',
    'DOTNET_(?:STARTUP_HOOKS|ADDITIONAL_DEPS)|COR(?:ECLR)?_PROFILER\\w*|GCC_EXEC_PREFIX|COMPILER_PATH|S?CCACHE_(?:PREFIX|COMPILER)\\w*',
    'ESBUILD_BINARY_PATH|LESS(?:OPEN|CLOSE)|VIMINIT|EXINIT|INPUTRC|TERMINFO\\w*|JULIA_(?:LOAD|DEPOT)_PATH|GUILE_\\w*PATH|CLASSPATH',
  ].join('|')})$`,
  'u',
);
const IS_PATH = /(?:^|[\s=:,])(?:\.{0,2}\/|~)/u;
/** Options of compilers and tools that load or run something. */
const LOADS =
  /(?:^|[\s,=])@|plugin|wrapper|fuse-ld|specs|exec|(?:^|\s)-B|-Xclang|agent(?:lib|path)?[=:]|bootclasspath|linker|require|import|loader|OnError|OnOutOfMemory|`|\$/u;
/** Further ones of test runners and interpreters. */
const LOADS_MODULE = /(?:^|\s)-[prmM](?:\s|\w|$)/u;

/** Whether a word sets a variable of a build or task that says which program it runs, to anything but a well-known program. */
export function setsProgram(word: string): boolean {
  const [, written = '', given = ''] = SETS.exec(word) ?? [];
  const value = given.trim();
  if (written === '' || SWITCH.test(value)) return false;
  const name = written
    .replace(/:\w+$/u, '')
    .replace(/^CMAKE_/u, '')
    .replace(/_FOR_(?:BUILD|HOST|TARGET)$/u, '');
  if (NAMES_CODE.test(name)) return true;
  if (/(?:FLAGS|OPTS|OPTIONS|ARGS)$/iu.test(name))
    return LOADS.test(value) || (/^(?:PYTEST|NODE|RUBY|PERL)/u.test(name) && LOADS_MODULE.test(value));
  if (name.endsWith('CROSS_COMPILE')) return IS_PATH.test(value);
  const last =
    name
      .toUpperCase()
      .split(/[-_.]+/u)
      .at(-1) ?? '';
  if (!PROGRAM_PARTS.has(last) && !name.endsWith('CC'))
    return NAMES_WHAT_RUNS.some((pattern) => pattern.test(name)) && (SEARCHED.test(name) || IS_PATH.test(value));
  // `PYTHON=python3.12`, `GO=go1.25`
  return !COMPILERS.test(value) && value.replace(/[-\d.]*$/u, '') !== last.toLowerCase().replace(/\d+$/u, '');
}
