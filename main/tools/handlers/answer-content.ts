import type { AskAnswer, HeardAnswer } from '../../../shared/messages'
import type { TaskConfig } from '../task-config'
import type { ToolContent, ToolResponse } from '../tool-handler'

const MAX_ATTACHED_BYTES = 400 * 1024

/** What a person sent with an answer, for the model: words inside `tag`, pictures, and the text of files. `otherwise` stands for no words. */
export async function answerContent(
  config: TaskConfig,
  answer: AskAnswer,
  { tag, otherwise, heading }: { readonly tag: string; readonly otherwise: string; readonly heading?: string },
): Promise<ToolResponse['content']> {
  const words = answer.text?.trim() ? `<${tag}>\n${answer.text}\n</${tag}>` : otherwise
  const text = heading === undefined ? words : `${heading}\n${words}`
  const images = (answer.images ?? []).map(toImage)
  const files = await Promise.all(
    (answer.files ?? []).map(async (file): Promise<ToolContent> => ({ type: 'text', text: await attach(config, file) })),
  )
  return images.length + files.length === 0 ? text : [{ type: 'text', text }, ...images, ...files]
}

/** Shows in the chat what a person answered, unless it was one of the given options. */
export function showAnswer(config: TaskConfig, { text = '', said = text, images, files }: HeardAnswer): void {
  const attached = { ...(images?.length ? { images } : {}), ...(files?.length ? { files } : {}) }
  if (said.trim() || images?.length || files?.length) config.callbacks.say({ say: 'user_feedback', text: said, ...attached })
}

function toImage(dataUrl: string): ToolContent {
  const match = /^data:(image\/[a-z+.-]+);base64,([A-Za-z0-9+/=]+)$/.exec(dataUrl)
  if (match?.[1] && match[2]) return { type: 'image', mediaType: match[1], data: match[2] }
  return { type: 'text', text: '(A picture came along that could not be read.)' }
}

/** The person picked the file, so its content may be given. */
async function attach(config: TaskConfig, file: string): Promise<string> {
  const path = await config.services.files.resolve(file)
  const read = await config.services.files.readText(path, MAX_ATTACHED_BYTES)
  const content = read.ok ? read.value.text : `(not attached: ${read.error.message})`
  return `<file_content path="${path.display}">\n${content}\n</file_content>`
}
