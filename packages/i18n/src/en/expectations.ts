/** What a value of the configuration should have been. */
export const expectations = {
  "expected.whole_number": "a whole number from {least} to {most}",
  "expected.number": "a number from {least} to {most}",
  "expected.word_or_number": "{words} or a whole number from {least} to {most}",
  "expected.one_of": "one of {words}",
  "expected.absolute_path": "an absolute path",
  "expected.model_path": "the absolute path of a .gguf file",
  "expected.template_path": "the absolute path of a chat template",
  "expected.http_url": "an http or https URL without a password in it⟨, because {because} is set⟩",
  "expected.variable_name": "the name of an environment variable",
  "expected.variable_set": "the name of an environment variable that is set",
  "expected.text": "a text",
  "expected.command_line": "a line for sh",
  "expected.yes_or_no": "true or false",
  "expected.folders": "a list of absolute paths",
  "expected.texts": "a list of texts",
  "expected.rules":
    'a list of rules, such as "command: npm test *", "path: src/**", "host: example.org" or the name of a tool',
  "expected.toml": "valid TOML",
  "expected.value": "a value⟨, because model.source is {source}⟩",
} as const;
