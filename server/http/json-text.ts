/** An answer that is JSON already. It stands for the value that the text says. */
export class JsonText<Value> {
  readonly text: string
  declare readonly value: Value

  constructor(text: string) {
    this.text = text
  }
}

export const toJson = (answer: unknown) => (answer instanceof JsonText ? answer.text : JSON.stringify(answer))
export const toValue = (answer: unknown): unknown => (answer instanceof JsonText ? JSON.parse(answer.text) : answer)
