# frozen_string_literal: true

# Verifies a webhook request. Ruby 2.7 or newer, nothing else.
require "openssl"

TOLERANCE_SECONDS = 300

# Compares in constant time; the lengths may be known.
def same?(left, right)
  return false unless left.bytesize == right.bytesize

  left.bytes.zip(right.bytes).reduce(0) { |difference, (a, b)| difference | (a ^ b) }.zero?
end

# Answers "ok", or why to refuse with 400: "bad_header", "no_match" or "stale".
# raw_body: the bytes as received (in Rails: request.raw_post); header: X-Service-Signature;
# secrets: whole, with whsec_, several while rotating.
def verify(raw_body, header, secrets, now = Time.now.to_i)
  parts = header.length <= 2048 ? header.split(",").map(&:strip) : []
  timestamps = parts.select { |part| part.start_with?("t=") }.map { |part| part[2..] }
  signatures = parts.select { |part| part.start_with?("v1=") }.map { |part| part[3..] }
  return "bad_header" unless timestamps.size == 1 && timestamps[0].match?(/\A(0|[1-9][0-9]{0,10})\z/)
  return "bad_header" unless (1..8).cover?(signatures.size)

  signed = "#{timestamps[0]}.".b + raw_body.b
  matched = false
  secrets.each do |secret|
    expected = OpenSSL::HMAC.hexdigest("SHA256", secret, signed)
    signatures.each { |signature| matched = true if same?(expected, signature) }
  end
  return "no_match" unless matched

  (now - timestamps[0].to_i).abs <= TOLERANCE_SECONDS ? "ok" : "stale"
end

# ruby verify.rb HEADER UNIX_SECONDS SECRET... < body
puts verify($stdin.binmode.read, ARGV[0], ARGV[2..], ARGV[1].to_i) if $PROGRAM_NAME == __FILE__
