/**
 * Files that usually hold keys, by their name or their folder. It need not find every one: what it finds is asked about, once strangers'
 * text is in a task; what it does not find is a file like any other.
 */
export function mayHoldSecrets(path: string): boolean {
  const parts = path.toLowerCase().split(/[\\/]/)
  const name = parts.at(-1) ?? ''
  return parts.some((part) => FOLDERS.has(part)) || NAMES.has(name) || SHAPES.some((shape) => shape.test(name))
}

const FOLDERS: ReadonlySet<string> = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.gcloud',
  '.kube',
  '.docker',
  '.password-store',
  'keychains',
])

const NAMES: ReadonlySet<string> = new Set([
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.vault-token',
  '.dockerconfigjson',
  'credentials',
  'credentials.json',
  'secrets.json',
  'secrets.yml',
  'secrets.yaml',
  'master.key',
  'kubeconfig',
])

const SHAPES: readonly RegExp[] = [
  // Examples hold no real ones.
  /^\.env(?!\.(?:example|sample|template|dist)$)(?:\..*)?$/,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ovpn|tfvars|tfstate)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)$/,
  /^service[-_]?account.*\.json$/,
]
