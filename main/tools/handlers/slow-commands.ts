const RUNNERS = '(?:npm|pnpm|yarn|bun)'

/** Commands that are known to take minutes: installing, building, testing, training. */
const SLOW = [
  `${RUNNERS}(?: -\\S+| --\\S+)* (?:install|ci|i|add|build|test)`,
  `${RUNNERS}(?: -\\S+| --\\S+)* run (?:\\S*[:-])?(?:build|test|tests|lint|typecheck|check|e2e)\\S*`,
  '(?:pip|pip3|uv|poetry|pipenv)(?: pip)? (?:install|sync)',
  '(?:cargo|go|mvn|mvnw|gradle|gradlew|dotnet|swift) (?:\\S+ )*?(?:build|test|check|install|package|verify)',
  '(?:make|cmake|ctest|ninja|pytest|tox|nox|jest|vitest|mocha|playwright|torchrun|deepspeed|ffmpeg|rspec|phpunit)',
  '(?:npx|pnpx|bunx)(?: -\\S+)* (?:jest|vitest|mocha|playwright|tsc|eslint)',
  '(?:docker|podman)(?: compose)? (?:build|pull|up)',
  'accelerate launch',
  'python[\\d.]*\\b.*\\b(?:train|finetune|fine-tune)\\b\\S*',
].map((words) => new RegExp(`(?:^|[\\s;&|(/])(?:${words})(?=$|[\\s;&|)])`, 'i'))

/** True when a command looks as if it needed minutes rather than seconds. */
export function isSlow(command: string): boolean {
  return command
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .some((line) => SLOW.some((pattern) => pattern.test(line)))
}
