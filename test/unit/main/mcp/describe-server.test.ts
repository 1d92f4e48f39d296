import { expect, it } from 'vitest'
import { promptViews, resourceViews } from '../../../../main/mcp/describe-server'
import { noLists } from '../../../../main/mcp/connection/peer'

it('shows what a server lists once, without characters that nobody sees', () => {
  const one = { uri: 'test://one', name: 'One' }
  const lists = {
    ...noLists,
    resources: [one, { ...one, name: 'On\u202ee' }, { uri: 'test://two' }],
    templates: [{ uriTemplate: 'test://{id}', name: 'Any' }],
    prompts: [{ name: 'greet' }, { name: 'greet', description: 'Greets\u200b.' }],
  }
  expect(resourceViews(lists)).toEqual([one, { uri: 'test://two', name: 'test://two' }, { uri: 'test://{id}', name: 'Any' }])
  expect(promptViews(lists)).toEqual([{ name: 'greet', description: 'Greets.', arguments: [] }])
})
