// Who may import whom. scripts/layers.test.ts plants one violation per rule: a rule without one fails that test.
const tests = '[.]test[.]tsx?$|^(?:server|web|citation|formats|documents|search|threads)/src/testing/'
/** The domains of the server from the ground up: one imports only from those before it. */
const order = [
  'platform',
  'documents',
  'account',
  'models',
  'library',
  'search',
  'language',
  'knowledge',
  'retrieval',
  'answers',
  'citation',
  'reading',
  'chat',
  'research',
  'archive',
  'operations',
  'pages',
]
/** Domains that are one feature each; `language` is a library of pure functions, each module open to all. */
const wholes = 'retrieval|answers|research|archive'
const shelves = 'documents|account|models|library|search|knowledge|citation|reading|chat|operations'
/** The folder of one feature: `documents/parser`, `answers`. */
const features = `(?:${shelves})/[^/]+|${wholes}`
const feature = `^server/src/(${features})/`
/** What has a door: features, and three parts of the platform. */
const behindDoors = `^server/src/(?:${features}|platform/(?:jobs|notices|runs))/`
const door = `^server/src/(?:${features}|platform/(?:jobs|notices|runs))/index[.]ts$`
const table = '[.]routes[.]ts$'
const store = '[.]store[.]ts$'
/** Where a process or a thread of its own begins. */
const programs = '^server/src/(?:library/import/worker|citation/manuscript/cli|operations/(?:backup|doctor))/'
const domains = 'paper|search|chat|documents'
const shell = `app|api|ui|${domains}`
const drivers = 'pg|pg-pool|pg-cursor|pg-query-stream|better-sqlite3|sqlite3|postgres|mysql2'
const network = [
  'undici|axios|got|ky|node-fetch|ws|nodemailer|openid-client|ai|openai|usearch',
  '@ai-sdk/[^/]+|@aws-sdk/[^/]+|@modelcontextprotocol/[^/]+|@opensearch-project/[^/]+',
].join('|')

/** Matches a package whether it is installed, only its types are, or it could not be found at all. */
const npm = (names) => `(?:^|node_modules/)(?:@types/)?(?:${names})(?:/|$)`
/** Matches a module of Node with and without its prefix. */
const builtin = (names) => `^(?:node:)?(?:${names})(?:/|$)`

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

const everywhere = [
  rule('no-circles', 'Modules form a tree.', {}, { circular: true }),
  rule(
    'everything-resolves',
    'A rule cannot see where an unresolved import leads.',
    {},
    { couldNotResolve: true },
  ),
  rule(
    'tests-are-leaves',
    'Shipped code never imports tests.',
    { path: '^(?:contract|citation|formats|documents|threads|search|web|server)/', pathNot: tests },
    { path: `${tests}|^e2e/|^bench/|${npm('vitest|@playwright/test|happy-dom|@testing-library/[^/]+')}` },
  ),
]

const shared = [
  rule(
    'contract-knows-only-zod',
    'The wire is readable and usable on both sides.',
    { path: '^contract/src/', pathNot: tests },
    { pathNot: `^contract/src/|${npm('zod')}` },
  ),
  rule(
    'citation-knows-only-the-contract',
    'Reference formats are pure functions for both sides; style files are read by an XML parser.',
    { path: '^citation/src/', pathNot: tests },
    { pathNot: '^(?:citation|contract)/src/|^node_modules/fast-xml-parser/' },
  ),
  rule(
    'formats-know-only-contract-and-citation',
    'Bytes become records of literature wherever they come from; only its own words and weights are read from files.',
    {
      path: '^formats/src/',
      pathNot: `${tests}|^formats/src/(?:fields/name-words|references/data-files)[.]ts$`,
    },
    { pathNot: `^(?:formats|citation|contract)/src/|${builtin('buffer|stream|zlib')}` },
  ),
  rule(
    'documents-know-only-contract-citation-and-formats',
    'Bytes become documents wherever they come from.',
    { path: '^documents/src/', pathNot: tests },
    {
      pathNot: [
        '^(?:documents|formats|citation|contract)/src/',
        npm('@hyzyla/pdfium|htmlparser2|mdast|pdfjs-dist|remark-[^/]+|tesseract.js|unified|yauzl'),
        builtin('buffer|fs|module|path|stream|url|zlib'),
      ].join('|'),
    },
  ),
  rule(
    'search-knows-contract-and-threads',
    'A library of search, whatever the product around it.',
    { path: '^search/src/', pathNot: `${tests}|^search/src/opensearch/` },
    {
      pathNot: [
        '^(?:search|contract|threads)/src/',
        npm('@node-rs/jieba|opencc-js|pinyin-pro'),
        builtin('fs|module|os|path|util|v8|vm|worker_threads|zlib'),
      ].join('|'),
    },
  ),
  rule(
    'search-over-opensearch-speaks-http',
    'The engine over an OpenSearch needs nothing but a way to it.',
    { path: '^search/src/opensearch/', pathNot: tests },
    { pathNot: `^(?:search|contract)/src/|${builtin('crypto|http|https|timers(?:/promises)?')}` },
  ),
  rule(
    'one-machine-reads-no-opensearch',
    'What speaks to an OpenSearch is loaded where one is set up.',
    {
      path: '^(?:search|server)/src/',
      pathNot: `${tests}|^search/src/opensearch/|^server/src/operations/doctor/try-search[.]ts$`,
    },
    {
      path: '^(?:search/src/opensearch/|server/src/operations/doctor/try-search[.]ts$)',
      dependencyTypesNot: ['dynamic-import', 'type-only'],
    },
  ),
  rule(
    'threads-know-nothing',
    'How a thread is spoken to does not depend on what it does.',
    { path: '^threads/src/', pathNot: tests },
    { pathNot: `^threads/src/|${builtin('worker_threads|os')}` },
  ),
  rule(
    'libraries-have-one-door',
    'What stands beside the product is used through its index; a bench may measure its parts, and browser tests build files as its own tests do.',
    { pathNot: `${tests}|^(?:citation|formats|documents|threads|search)/|^bench/` },
    {
      path: '^(?:citation|formats|documents|threads|search)/src/',
      pathNot:
        '^(?:citation|formats|documents|threads|search)/src/index[.]ts$|^(?:search/src/opensearch|citation/src/csl)/index[.]ts$|^documents/src/testing/',
    },
  ),
  rule(
    'server-stays-on-the-server',
    'Server and web meet in the contract.',
    { path: '^server/' },
    { path: '^(?:web|scripts|tools)/' },
  ),
  rule(
    'web-stays-in-the-browser',
    'Server and web meet in the contract.',
    { path: '^web/src/' },
    { path: '^(?:server|scripts|tools|config)/' },
  ),
]

const server = [
  ...order
    .slice(0, -1)
    .map((domain, at) =>
      rule(
        `${domain}-knows-no-later-domain`,
        'The order of the domains above.',
        { path: `^server/src/${domain}/`, pathNot: tests },
        { path: `^server/src/(?:${order.slice(at + 1).join('|')})/` },
      ),
    ),
  rule(
    'routes-are-tables',
    'A routes file pairs endpoints with services and does nothing else.',
    { path: table },
    { pathNot: `^contract/|^server/src/platform/http/implement[.]ts$|[.]service[.]ts$|${door}` },
  ),
  rule(
    'routes-belong-to-main',
    'A feature does not know how it is mounted.',
    { path: feature, pathNot: `${tests}|${table}` },
    { path: '^server/src/$1/[^/]+[.]routes[.]ts$' },
  ),
  rule(
    'features-have-one-door',
    'What others may use of a feature stands in its index.',
    { path: `^server/src/(${features}|platform/[^/]+|language|pages)/`, pathNot: tests },
    { path: behindDoors, pathNot: `^server/src/$1/|${door}` },
  ),
  rule(
    'the-root-mounts-features',
    'Beside the doors the files of the root see routes, jobs, personal data, and how imports run in a thread.',
    { path: '^server/src/[^/]+$', pathNot: tests },
    {
      path: behindDoors,
      pathNot: `${door}|[.](?:routes|job)[.]ts$|/personal-data[.]ts$|/import-in-worker[.]ts$`,
    },
  ),
  rule(
    'nothing-knows-the-root',
    'The files of the root put everything together, for the server and for other programs.',
    { path: '^server/src/[^/]+/', pathNot: `${tests}|-cli[.]ts$` },
    { path: '^server/src/[^/]+$' },
  ),
  rule(
    'services-have-few-neighbours',
    'Of the modules beside the features a service knows the context with its secrets, addresses, errors and faults, times, turns and queues, leases, caches, fused ranks, names of files, the languages of texts and the shapes of forms and replies.',
    { path: feature, pathNot: `${tests}|${table}|${store}|${programs}` },
    {
      path: '^server/src/(?:(?:pages|platform/(?:config|foundation))/|[^/]+$)',
      pathNot:
        '^server/src/platform/foundation/(?:addresses|cache|clock|errors|event-loop|fair-queue|fault|file-name|foreground|form|lease|poll|rank-fusion|replies|semaphore|written-language)[.]ts$',
    },
  ),
  rule(
    'services-know-no-http',
    'A service takes plain input and a ctx.',
    { path: feature, pathNot: `${tests}|${table}|${store}` },
    { path: `^server/src/platform/http/|${npm('fastify|@fastify/[^/]+')}` },
  ),
  rule(
    'services-know-no-tables',
    'A service calls stores: its own, and that of facts about the installation.',
    { path: feature, pathNot: `${tests}|${table}|${store}|${programs}` },
    { path: '^server/src/platform/db/', pathNot: store },
  ),
  rule(
    'sql-lives-in-stores',
    'Queries have a name and a place.',
    { path: '^server/src/', pathNot: `${tests}|^server/src/platform/db/|${store}` },
    { path: npm('kysely') },
  ),
  rule(
    'stores-know-only-the-database',
    'A store is SQL with a name.',
    { path: store },
    {
      pathNot: `^server/src/platform/(?:db/|foundation/errors[.]ts$|context/context[.]ts$)|^contract/|${npm('kysely')}`,
    },
  ),
  rule(
    'stores-take-context-as-a-type',
    'A store uses what it is given and does not start transactions.',
    { path: store },
    { path: '^server/src/platform/context/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'only-db-has-drivers',
    'One place opens databases.',
    { pathNot: `${tests}|^server/src/platform/db/|^bench/` },
    { path: `${npm(drivers)}|${builtin('sqlite')}` },
  ),
  rule(
    'only-providers-reach-out',
    'Other machines are reached where addresses are checked and fakes exist.',
    { path: '^server/', pathNot: `${tests}|^server/src/platform/providers/` },
    { path: npm(network) },
  ),
  rule(
    'only-providers-open-sockets',
    'http/ listens, providers/ call out, nobody else opens a connection.',
    { path: '^server/', pathNot: `${tests}|^server/src/platform/(?:providers|http)/` },
    { path: builtin('https?|http2|net|tls|dgram|dns') },
  ),
  rule(
    'pages-show-services',
    'A page rendered by the server is a screen: it asks services.',
    { path: '^server/src/pages/', pathNot: tests },
    {
      path: '^server/',
      pathNot: `^server/src/(?:pages|platform/http)/|${door}|^server/src/platform/(?:context/context|foundation/(?:addresses|errors))[.]ts$`,
    },
  ),
  rule(
    'one-machine-reads-no-s3',
    'What speaks to a store of files outside is loaded where one is set up.',
    {
      path: '^server/src/',
      pathNot: `${tests}|^server/src/(?:platform/providers/files/s3/|operations/doctor/try-files[.]ts$|operations/backup/copy-files-cli[.]ts$)`,
    },
    {
      path: '^server/src/(?:platform/providers/files/s3/|operations/doctor/try-files[.]ts$)',
      dependencyTypesNot: ['dynamic-import', 'type-only'],
    },
  ),
]

const web = [
  rule(
    'web-features-meet-in-app',
    'A feature knows the contract, citation, api, ui, the domains and itself; screens are composed in app/.',
    { path: `^web/src/(?!(?:${shell})/)([^/]+)/`, pathNot: tests },
    { path: '^web/src/', pathNot: `^web/src/(?:(?:api|ui|${domains})/|$1/)` },
  ),
  rule(
    'domains-know-no-feature',
    'Searches and chats are about papers and documents; what these are does not depend on a screen.',
    { path: `^web/src/(${domains})/`, pathNot: tests },
    { path: '^web/src/', pathNot: '^web/src/(?:api|ui|paper|documents|$1)/' },
  ),
  rule(
    'ui-and-api-know-no-feature',
    'Controls and calls serve every domain and feature alike.',
    { path: '^web/src/(?:ui|api)/', pathNot: tests },
    { path: '^web/src/', pathNot: '^web/src/(?:ui|api)/' },
  ),
]

module.exports = {
  forbidden: [...everywhere, ...shared, ...server, ...web],
  options: {
    // TypeScript 7 has no API that dependency-cruiser can use: without swc it would see no module and find no fault.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Our own output alone: packages keep their code in dist/ too, and must stay visible to the rules.
    exclude: { path: '^(?:(?:web|server)/)?(?:dist|test-results|playwright-report)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
  },
}
