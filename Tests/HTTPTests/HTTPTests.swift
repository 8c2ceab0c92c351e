import Testing
@Suite struct HTTPTests {}
