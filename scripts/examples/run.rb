# frozen_string_literal: true

# Reads cases as JSON from standard input, prints what the example in Ruby says of each.
require "json"
require_relative "../../docs/examples/verify"

outcomes = JSON.parse($stdin.read).map do |given|
  begin
    verifier = WebhookVerifier.new(given["secrets"])
  rescue ArgumentError
    next "refused"
  end
  body = given["body"]
  verifier.verify(body.is_a?(String) ? body.unpack1("m") : body, given["header"], given["now"])
end
puts JSON.generate(outcomes)
